import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { healthCheckResource } from '../../../projections/health/health-checks.ts';
import { windowBody } from '../../../projections/health/window-body.ts';
import { healthCheckStream, maintenanceId } from '../../../schemas/health/ids.ts';
import { sentInstantMs } from '../../../schemas/http/sent-instant.ts';
import { idIn, inPath } from '../resource.ts';
import type { IngestShared } from '../shared.ts';

/** POST /api/health-checks/:id/maintenance: the id of the command is that of the window. */
export const declareMaintenance = (dependencies: IngestShared): Handler<'declareMaintenance'> =>
  commandEndpoint(
    {
      route: 'declareMaintenance',
      ...inPath(healthCheckResource),
      payload: async ({ id, found: checkId, request: { body } }) => ({
        type: 'DeclareMaintenance',
        data: { checkId, maintenanceId: maintenanceId(id), window: windowOf(body) },
      }),
      respond: (_, { id, request: { body } }) => {
        const window = windowBody({ id: maintenanceId(id), ...windowOf(body) });
        return { status: 201, body: { success: true, maintenance: window, ...window } };
      },
    },
    dependencies,
  );

const maintenance = { name: 'maintenance window', id: maintenanceId };

const windowOf = ({
  from,
  to,
  reason,
}: {
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}) => ({ fromMs: sentInstantMs(from), toMs: sentInstantMs(to), reason });

/** DELETE /api/health-checks/:id/maintenance/:maintenance_id */
export const removeMaintenance = (dependencies: IngestShared): Handler<'removeMaintenance'> =>
  commandEndpoint(
    {
      route: 'removeMaintenance',
      prepare: async ({ params }) => {
        const { maintenance_id: id } = params;
        return { check: idIn(healthCheckResource, params), window: idIn(maintenance, { id }) };
      },
      stream: ({ found: { check } }) => healthCheckStream(check),
      payload: async ({ found: { check, window } }) => ({
        type: 'RemoveMaintenance',
        data: { checkId: check, maintenanceId: window },
      }),
      respond: (_, { found: { window } }) => ({
        status: 200,
        body: { success: true, id: window },
      }),
    },
    dependencies,
  );
