import { healthChecks } from '../../../projections/health/health-checks.ts';
import { heartbeatChecks } from '../../../projections/health/heartbeat-checks.ts';
import type { IngestShared } from '../shared.ts';
import { changeHealthCheck, deleteHealthCheck, restoreHealthCheck } from './change-check.ts';
import { createHealthCheck } from './create-check.ts';
import { sendHeartbeat } from './heartbeat.ts';
import { declareMaintenance, removeMaintenance } from './maintenance.ts';

export const health = {
  projections: [healthChecks, heartbeatChecks],
  handlers: (shared: IngestShared) => ({
    sendHeartbeat: sendHeartbeat(shared),
    createHealthCheck: createHealthCheck(shared),
    changeHealthCheck: changeHealthCheck(shared),
    deleteHealthCheck: deleteHealthCheck(shared),
    restoreHealthCheck: restoreHealthCheck(shared),
    declareMaintenance: declareMaintenance(shared),
    removeMaintenance: removeMaintenance(shared),
  }),
};
