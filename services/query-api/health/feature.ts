import { healthChecks } from '../../../projections/health/health-checks.ts';
import type { QueryShared } from '../shared.ts';
import { getHealthCheck, listHealthChecks } from './checks.ts';
import { listMaintenance } from './maintenance.ts';
import { listHealthCheckResults } from './results.ts';
import { healthCheckUptime } from './uptime.ts';

export const health = {
  projections: [healthChecks],
  handlers: (shared: QueryShared) => ({
    listHealthChecks: listHealthChecks(shared),
    getHealthCheck: getHealthCheck(shared),
    listHealthCheckResults: listHealthCheckResults(shared),
    healthCheckUptime: healthCheckUptime(shared),
    listMaintenance: listMaintenance(shared),
  }),
};
