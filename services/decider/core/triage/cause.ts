import type { TriageItemOpened } from '../../../../schemas/triage/events.ts';
import { triageItemOf, triageStream } from '../../../../schemas/triage/ids.ts';
import type { States } from '../aggregate.ts';
import type { StreamAppend } from '../decision.ts';
import { itemOf } from './triage-item.ts';

type Opened = Omit<TriageItemOpened['data'], 'itemId'>;

/** What the command of a cause appends when it opens an item; the id of the item follows from the cause. */
export function openedItem(data: Opened, causeId = data.entityId): StreamAppend {
  const itemId = triageItemOf(causeId);
  return {
    stream: triageStream(itemId),
    facts: [{ type: 'TriageItemOpened', data: { ...data, itemId } }],
  };
}

/** What a command that resolves a cause appends; nothing if a user has resolved the item before. */
export function resolvedItem(causeId: string, states: States): StreamAppend {
  const itemId = triageItemOf(causeId);
  const stream = triageStream(itemId);
  const item = itemOf(itemId, states);
  if (item === undefined || item.status === 'resolved') return { stream, facts: [] };
  const { organizationId, openedAtMs } = item;
  const data = { organizationId, itemId, openedAtMs, resolvedBy: 'cause' } as const;
  return { stream, facts: [{ type: 'TriageItemResolved', data }] };
}
