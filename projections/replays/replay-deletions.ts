import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import {
  type DeletedReplays,
  nothingDeleted,
  type OfReplayDeletion,
  type ReplayDeletionCounts,
  type ReplayDeletionId,
  sumOfDeleted,
} from '../../schemas/replays/deletion.ts';
import type { ReplayDeletionEvent } from '../../schemas/replays/events.ts';
import type { Projection } from '../engine/projection.ts';

export type ReplayDeletionRow = OfReplayDeletion & {
  readonly what: DeletedReplays;
  readonly requestedAtMs: number;
  /** Of the deletions of a user, by those of its sessions. */
  readonly deleted: ReplayDeletionCounts;
};

export const replayDeletionKey = (
  organizationId: OrganizationId,
  id: ReplayDeletionId | '',
): string => `${organizationId}/${id}`;

/** Deletions of sessions that are not over, by organization. */
export const replayDeletions: Projection<
  ReplayDeletionRow,
  EventOf<ReplayDeletionEvent['type']>
> = {
  name: 'replay-deletions',
  version: 1,
  types: new Set(['ReplaysDeletionRequested', 'ReplaysDeleted']),
  keys: ({ type, data }) => {
    const own = replayDeletionKey(data.organizationId, data.deletionId);
    if (type !== 'ReplaysDeleted' || data.parent === undefined) return [own];
    return [own, replayDeletionKey(data.organizationId, data.parent)];
  },
  project: (row, { type, data, atMs }, key) => {
    if (type === 'ReplaysDeletionRequested')
      return { ...data, requestedAtMs: atMs, deleted: nothingDeleted };
    const isOwn = key === replayDeletionKey(data.organizationId, data.deletionId);
    return isOwn || row === undefined
      ? undefined
      : { ...row, deleted: sumOfDeleted(row.deleted, data.deleted) };
  },
};
