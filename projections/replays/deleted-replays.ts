import { dayMs } from '../../schemas/durations.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { ReplayDeletionId } from '../../schemas/replays/deletion.ts';
import type { Projection } from '../engine/projection.ts';

export type DeletedReplayRow = { readonly deletionId: ReplayDeletionId; readonly atMs: number };

export const deletedReplayKey = (organizationId: OrganizationId, subject: string): string =>
  `${organizationId}/${subject}`;

/** No recorder goes on with a session for so long. */
const keptMs = 90 * dayMs;

/** Sessions that are deleted or will be, by organization and subject. */
export const deletedReplays: Projection<DeletedReplayRow, EventOf<'ReplaysDeletionRequested'>> = {
  name: 'deleted-replays',
  version: 1,
  types: new Set(['ReplaysDeletionRequested']),
  keys: ({ data: { organizationId, what } }) =>
    what.kind === 'sessions'
      ? [...new Set(what.subjects)].map(subject => deletedReplayKey(organizationId, subject))
      : [],
  project: (_, { data, atMs }) => ({ deletionId: data.deletionId, atMs }),
  retention: { ms: keptMs, endedAtMs: ({ atMs }) => atMs },
};
