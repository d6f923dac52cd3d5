import type { Keyring } from '../../platform/keyring/port.ts';
import { storedUserIds } from '../../platform/privacy/replay-users.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { openReplayDeletions } from '../../schemas/replays/deletion.ts';
import type { DomainState } from '../engine/read/history.ts';
import { deletedReplayKey, deletedReplays } from './deleted-replays.ts';
import { type ReplayDeletionRow, replayDeletionKey, replayDeletions } from './replay-deletions.ts';

/** What of recorded sessions nobody reads any more, though some of it may still be there. */
export type HiddenReplays = {
  /** Of deletions that are not over. */
  readonly subjects: readonly string[];
  /** Whose sessions are hidden if a chunk that was received by then names the user so; each as it was sent, and as it is masked. */
  readonly users: readonly { readonly userId: string; readonly untilMs: number }[];
  /** Also after its deletion. */
  readonly isDeleted: (subject: string) => boolean;
};

type State = Pick<DomainState, 'get' | 'list'>;

/** As it is now: what is deleted does not come back for a read of the past. */
export async function readHiddenReplays(
  organizationId: OrganizationId,
  state: State,
  keyring: Pick<Keyring, 'unseal' | 'macOf'>,
): Promise<HiddenReplays> {
  const open = openDeletions(organizationId, state);
  const owner = { kind: 'organization', id: organizationId } as const;
  const users = await Promise.all(
    open.map(async ({ what, requestedAtMs: untilMs }) => {
      if (what.kind !== 'user') return [];
      const userId = await keyring.unseal(owner, what.userSealed);
      if (userId === undefined) return [];
      const userIds = await storedUserIds(organizationId, userId, keyring);
      return userIds.map(each => ({ userId: each, untilMs }));
    }),
  );
  return {
    subjects: open.flatMap(({ what }) => (what.kind === 'sessions' ? what.subjects : [])),
    users: users.flat(),
    isDeleted: subject => isDeletedReplay(organizationId, subject, state),
  };
}

export const isDeletedReplay = (
  organizationId: OrganizationId,
  subject: string,
  { get }: Pick<State, 'get'>,
): boolean => get(deletedReplays, deletedReplayKey(organizationId, subject)) !== undefined;

/** Those that were asked for; not their parts. */
export const openDeletions = (
  organizationId: OrganizationId,
  { list }: Pick<State, 'list'>,
): readonly ReplayDeletionRow[] => {
  const { sessionsMax, usersMax } = openReplayDeletions;
  return list(replayDeletions, {
    prefix: replayDeletionKey(organizationId, ''),
    // A user has one part at a time; requests side by side may be a few more.
    limit: 2 * (sessionsMax + usersMax),
  })
    .map(({ row }) => row)
    .filter(({ what }) => what.kind === 'user' || what.parent === undefined);
};
