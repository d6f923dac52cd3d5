import {
  changeHealthCheck,
  createHealthCheck,
  createHeartbeatCheck,
  deleteHealthCheck,
  restoreHealthCheck,
  checkStreams as streams,
} from './change-checks.ts';
import { healthChecks } from './health-check.ts';
import { declareMaintenance, removeMaintenance } from './maintenance.ts';
import { reportHealthCheck } from './report-check.ts';

export const healthFeature = {
  aggregates: [healthChecks],
  deciders: {
    CreateHealthCheck: { streams, decide: createHealthCheck },
    CreateHeartbeatCheck: { streams, decide: createHeartbeatCheck },
    ChangeHealthCheck: { streams, decide: changeHealthCheck },
    DeleteHealthCheck: { streams, decide: deleteHealthCheck },
    RestoreHealthCheck: { streams, decide: restoreHealthCheck },
    ReportHealthCheck: { streams, decide: reportHealthCheck },
    DeclareMaintenance: { streams, decide: declareMaintenance },
    RemoveMaintenance: { streams, decide: removeMaintenance },
  },
} as const;
