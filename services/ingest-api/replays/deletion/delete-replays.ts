import { commandEndpoint } from '../../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../../platform/http/handler.ts';
import { storedUserIds } from '../../../../platform/privacy/replay-users.ts';
import { replayDeletionId, replayDeletionStream } from '../../../../schemas/replays/deletion.ts';
import type { IngestShared } from '../../shared.ts';
import { countOfUser } from './found-sessions.ts';
import { expectRoomForDeletion } from './room.ts';

/** DELETE /api/replays?user_id=…: the sessions are found by the monitor, a hundred at a time; until then reads leave them out. */
export const deleteReplays = (dependencies: IngestShared): Handler<'deleteReplays'> =>
  commandEndpoint(
    {
      route: 'deleteReplays',
      prepare: async ({ query: { user_id: userId } }) => userId,
      hashed: (_, userId) => userId,
      stream: ({ id }) => replayDeletionStream(replayDeletionId(id)),
      payload: async ({ id, found: userId, request: { key, signal, receivedAtMs } }) => {
        const { organizationId } = key;
        const { projections, keyring, warehouse } = dependencies;
        const state = await projections.state({ signal });
        expectRoomForDeletion('user', organizationId, state, receivedAtMs);
        const userIds = await storedUserIds(organizationId, userId, keyring);
        const found = await countOfUser(organizationId, userIds, { warehouse, signal });
        const owner = { kind: 'organization', id: organizationId } as const;
        const userSealed = await keyring.seal(owner, userId);
        const what = { kind: 'user', userSealed, found } as const;
        const data = { organizationId, deletionId: replayDeletionId(id), what };
        return { type: 'DeleteReplays', data };
      },
      respond: (outcome, { id, found: userId }) => ({
        status: 200,
        body: {
          success: true,
          user_id: userId,
          session_count: foundOf(outcome),
          deletion_id: id,
        },
      }),
    },
    dependencies,
  );

/** The same for a request that is repeated, when nothing is left of them. */
function foundOf(outcome: { readonly type: string; readonly data: object }): number {
  const what = 'what' in outcome.data ? outcome.data.what : undefined;
  const isNumber = typeof what === 'object' && what !== null && 'found' in what;
  return isNumber && typeof what.found === 'number' ? what.found : 0;
}
