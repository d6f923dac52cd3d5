import type { StoredStatus } from '../../../../domain/triage/item.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import type { TriageEvent } from '../../../../schemas/triage/events.ts';
import { type TriageItemId, triageStream } from '../../../../schemas/triage/ids.ts';
import type { EntityType } from '../../../../schemas/triage/item.ts';
import { aggregate, type States, stateOf } from '../aggregate.ts';

export type TriageItemState = StoredStatus & {
  readonly kind: 'triage';
  readonly organizationId: OrganizationId;
  readonly entityType: EntityType;
  readonly openedAtMs: number;
};

/** Users may snooze an item any number of times: each event carries the state. */
export const triageItems = aggregate<TriageItemState, TriageEvent['type']>({
  kind: 'triage',
  reads: 'carried',
  version: 1,
  events: {
    TriageItemOpened: true,
    TriageItemAcknowledged: true,
    TriageItemInvestigated: true,
    TriageItemSnoozed: true,
    TriageItemResolved: true,
  },
  evolve: evolveTriageItem,
});

function evolveTriageItem(
  state: TriageItemState | undefined,
  event: EventOf<TriageEvent['type']>,
): TriageItemState | undefined {
  if (event.type === 'TriageItemOpened') {
    const { organizationId, entityType } = event.data;
    return { kind: 'triage', organizationId, entityType, openedAtMs: event.atMs, status: 'open' };
  }
  if (state === undefined) return undefined;
  const { snoozedUntilMs: _, ...item } = state;
  switch (event.type) {
    case 'TriageItemAcknowledged':
      return { ...item, status: 'acknowledged' };
    case 'TriageItemInvestigated':
      return { ...item, status: 'investigating' };
    case 'TriageItemSnoozed':
      return { ...item, status: 'snoozed', snoozedUntilMs: event.data.untilMs };
    case 'TriageItemResolved':
      return { ...item, status: 'resolved' };
  }
}

export const itemOf = (itemId: TriageItemId, states: States): TriageItemState | undefined =>
  stateOf(triageItems, states, triageStream(itemId));
