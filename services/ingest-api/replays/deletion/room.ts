import { rejectionProblem } from '../../../../platform/commands/rejection.ts';
import type { DomainState } from '../../../../projections/engine/read/history.ts';
import { openDeletions } from '../../../../projections/replays/hidden-replays.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import { type DeletedReplays, openReplayDeletions } from '../../../../schemas/replays/deletion.ts';

/** Throws 409 `limit_reached` while as many deletions of the organization are under way as reads can leave out. */
export function expectRoomForDeletion(
  kind: DeletedReplays['kind'],
  organizationId: OrganizationId,
  state: Pick<DomainState, 'list'>,
  nowMs: number,
): void {
  const { sessionsMax, usersMax } = openReplayDeletions;
  const open = openDeletions(organizationId, state).filter(({ what }) => what.kind === kind);
  if (open.length < (kind === 'user' ? usersMax : sessionsMax)) return;
  const most = kind === 'user' ? `${usersMax} users` : `${sessionsMax} sessions`;
  const message = `the recordings of at most ${most} are deleted at once; try again in a minute`;
  throw rejectionProblem({ reason: 'limit_reached', message }, nowMs);
}
