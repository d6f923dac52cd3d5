import { commandEndpoint } from '../../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../../platform/http/handler.ts';
import { notFound } from '../../../../platform/http/problem.ts';
import { readHiddenReplays } from '../../../../projections/replays/hidden-replays.ts';
import { replayDeletionId, replayDeletionStream } from '../../../../schemas/replays/deletion.ts';
import { replaySubject } from '../../../../schemas/replays/ids.ts';
import type { IngestShared } from '../../shared.ts';
import { isThere } from './found-sessions.ts';
import { expectRoomForDeletion } from './room.ts';

/** DELETE /api/replays/:session_id */
export const deleteReplay = (dependencies: IngestShared): Handler<'deleteReplay'> =>
  commandEndpoint(
    {
      route: 'deleteReplay',
      prepare: async ({ key: { organizationId }, params: { session_id: session } }) =>
        replaySubject(organizationId, session),
      stream: ({ id }) => replayDeletionStream(replayDeletionId(id)),
      payload: async ({ id, found: subject, request }) => {
        const { key, params, signal, receivedAtMs } = request;
        const { organizationId } = key;
        const { projections, keyring, warehouse } = dependencies;
        const state = await projections.state({ signal });
        const hidden = await readHiddenReplays(organizationId, state, keyring);
        if (!(await isThere(organizationId, subject, hidden, { warehouse, signal })))
          throw notFound(`there is no session ${params.session_id}`);
        expectRoomForDeletion('sessions', organizationId, state, receivedAtMs);
        const what = { kind: 'sessions', subjects: [subject] } as const;
        const data = { organizationId, deletionId: replayDeletionId(id), what };
        return { type: 'DeleteReplays', data };
      },
      respond: (_, { id, request: { params } }) => ({
        status: 200,
        body: { success: true, session_id: params.session_id, deletion_id: id },
      }),
    },
    dependencies,
  );
