import { type Brand, type OrganizationId, type Sealed, type StreamName, stream } from '../ids.ts';

export type ReplayDeletionId = Brand<string, 'ReplayDeletionId'>;

export const replayDeletionId = (value: string): ReplayDeletionId => value as ReplayDeletionId;

export const replayDeletionStream = (id: ReplayDeletionId): StreamName =>
  stream('replay-deletion', id);

export type OfReplayDeletion = {
  readonly organizationId: OrganizationId;
  readonly deletionId: ReplayDeletionId;
};

/**
 * Which sessions are deleted.
 *  sessions  these, by their subjects; `parent`: found for the deletion of a user
 *  user      all of which a chunk that was received by then names the user; `found`: how many there were at that moment
 */
export type DeletedReplays =
  | {
      readonly kind: 'sessions';
      readonly subjects: readonly string[];
      readonly parent?: ReplayDeletionId;
    }
  | { readonly kind: 'user'; readonly userSealed: Sealed; readonly found: number };

/** What a deletion took away. */
export type ReplayDeletionCounts = {
  readonly sessions: number;
  /** Rows of the warehouse, one for each chunk. */
  readonly chunks: number;
  /** Contents of chunks. */
  readonly blobs: number;
};

export const nothingDeleted: ReplayDeletionCounts = { sessions: 0, chunks: 0, blobs: 0 };

export const sumOfDeleted = (
  one: ReplayDeletionCounts,
  other: ReplayDeletionCounts,
): ReplayDeletionCounts => ({
  sessions: one.sessions + other.sessions,
  chunks: one.chunks + other.chunks,
  blobs: one.blobs + other.blobs,
});

/** Of an organization, those that are not over: reads leave out what they name until it is gone. */
export const openReplayDeletions = { sessionsMax: 500, usersMax: 10 } as const;
