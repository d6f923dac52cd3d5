import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { snapshotsStream } from '../../../schemas/snapshots/ids.ts';
import type { IngestShared } from '../shared.ts';

/** PUT /v1/snapshots/kill-switch */
export const turnKillSwitch = (dependencies: IngestShared): Handler<'turnKillSwitch'> =>
  commandEndpoint(
    {
      route: 'turnKillSwitch',
      prepare: async () => undefined,
      stream: ({ request: { key } }) => snapshotsStream(key.organizationId),
      payload: async ({ request: { key, body } }) => ({
        type: 'TurnKillSwitch',
        data: { organizationId: key.organizationId, enabled: body.enabled },
      }),
      respond: (_, { request: { body } }) => ({
        status: 200,
        body: { success: true, kill_switch: body.enabled },
      }),
    },
    dependencies,
  );
