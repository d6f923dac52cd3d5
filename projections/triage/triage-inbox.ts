import type { StoredStatus } from '../../domain/triage/item.ts';
import type { Actor, EventOf, EventPayload } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { TriageEvent, TriageItemOpened } from '../../schemas/triage/events.ts';
import type { TriageItemId } from '../../schemas/triage/ids.ts';
import { triageItemId, triageStream } from '../../schemas/triage/ids.ts';
import type { TriageStatus } from '../../schemas/triage/item.ts';
import { alertHistoryMs, newestFirst } from '../alerts/alert-history.ts';
import type { Projection } from '../engine/projection.ts';
import type { Resource } from '../engine/resource.ts';

export type TriageItemRow = TriageItemOpened['data'] &
  StoredStatus & {
    readonly openedAtMs: number;
    readonly updatedAtMs: number;
    /** When it was first acknowledged or investigated. */
    readonly acknowledgedAtMs?: number;
    readonly resolved?: { readonly atMs: number; readonly by: 'user' | 'cause' };
    /** The latest `historyEntriesMax`, oldest first. */
    readonly history: readonly TriageHistoryEntry[];
  };

export type TriageHistoryEntry = {
  readonly atMs: number;
  readonly status: TriageStatus;
  readonly actor: Actor;
  readonly note?: string;
  readonly untilMs?: number;
};

const historyEntriesMax = 100;

/** One row for each item under two keys: of its organization, the newest first, and its own. */
export const triageInbox: Projection<TriageItemRow, EventOf<TriageEvent['type']>> = {
  name: 'triage-inbox',
  version: 1,
  types: new Set([
    'TriageItemOpened',
    'TriageItemAcknowledged',
    'TriageItemInvestigated',
    'TriageItemSnoozed',
    'TriageItemResolved',
  ]),
  keys: event => {
    const { organizationId, itemId } = event.data;
    const openedAtMs = event.type === 'TriageItemOpened' ? event.atMs : event.data.openedAtMs;
    return [
      `${inboxOf(organizationId)}${newestFirst(openedAtMs)}/${itemId}`,
      triageItemKey(organizationId, itemId),
    ];
  },
  project: (row, event) => {
    if (event.type === 'TriageItemOpened') return opened(event);
    return row && itemAfter(row, event);
  },
  retention: { ms: alertHistoryMs, endedAtMs: ({ resolved }) => resolved?.atMs },
};

export const inboxOf = (organizationId: OrganizationId): string => `inbox/${organizationId}/`;

export const triageItemKey = (organizationId: OrganizationId, itemId: TriageItemId | ''): string =>
  `item/${organizationId}/${itemId}`;

function opened({ data, atMs, actor }: EventOf<'TriageItemOpened'>): TriageItemRow {
  const history = [{ atMs, status: 'open' as const, actor }];
  return { ...data, status: 'open', openedAtMs: atMs, updatedAtMs: atMs, history };
}

type TriageAction = Exclude<TriageEvent, TriageItemOpened>;

function itemAfter(row: TriageItemRow, event: EventOf<TriageAction['type']>): TriageItemRow {
  const { atMs, actor, data } = event;
  const { note } = data;
  const after = statusAfter(row, event, atMs);
  const { status, snoozedUntilMs: untilMs } = after;
  const entry = {
    atMs,
    status,
    actor,
    ...(note !== undefined && { note }),
    ...(untilMs !== undefined && { untilMs }),
  };
  return { ...after, history: [...row.history, entry].slice(-historyEntriesMax) };
}

/** Everything of the item but its history. */
function statusAfter(
  row: TriageItemRow,
  { type, data }: TriageAction,
  atMs: number,
): TriageItemRow {
  const { snoozedUntilMs: _, ...item } = row;
  const after = { ...item, updatedAtMs: atMs };
  const acknowledgedAtMs = row.acknowledgedAtMs ?? atMs;
  switch (type) {
    case 'TriageItemAcknowledged':
      return { ...after, status: 'acknowledged', acknowledgedAtMs };
    case 'TriageItemInvestigated':
      return { ...after, status: 'investigating', acknowledgedAtMs };
    case 'TriageItemSnoozed':
      return { ...after, status: 'snoozed', snoozedUntilMs: data.untilMs };
    case 'TriageItemResolved':
      return { ...after, status: 'resolved', resolved: { atMs, by: data.resolvedBy } };
  }
}

/** A row as the event of a command left it, although further events may have changed it. */
export function rowAsLeftBy(
  row: TriageItemRow,
  { atMs, ...event }: EventPayload & { readonly atMs: number },
): TriageItemRow {
  if (!isAction(event)) return row;
  const { resolved: _, acknowledgedAtMs, ...item } = row;
  const isKnown = acknowledgedAtMs !== undefined && acknowledgedAtMs <= atMs;
  return statusAfter({ ...item, ...(isKnown && { acknowledgedAtMs }) }, event, atMs);
}

const isAction = (event: EventPayload): event is TriageAction =>
  event.type !== 'TriageItemOpened' &&
  triageInbox.types !== 'all' &&
  triageInbox.types.has(event.type);

export const triageItemResource: Resource<TriageItemRow, TriageItemId> = {
  name: 'triage item',
  id: triageItemId,
  stream: triageStream,
  projection: triageInbox,
  key: triageItemKey,
};
