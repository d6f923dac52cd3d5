import { feature } from '../feature.ts';
import type { HealthCommand } from './commands.ts';
import type { HealthEvent } from './events.ts';
import { healthRoutes } from './routes.ts';

export const health = feature<HealthCommand, HealthEvent>()({
  area: 'Health checks',
  commands: {
    CreateHealthCheck: true,
    CreateHeartbeatCheck: true,
    ChangeHealthCheck: true,
    DeleteHealthCheck: true,
    RestoreHealthCheck: true,
    ReportHealthCheck: true,
    DeclareMaintenance: true,
    RemoveMaintenance: true,
  },
  events: {
    HealthCheckCreated: true,
    HealthCheckChanged: true,
    HealthCheckDeleted: true,
    HealthCheckFailed: true,
    HealthCheckBecameUnhealthy: true,
    HealthCheckRecovered: true,
    MaintenanceDeclared: true,
    MaintenanceRemoved: true,
  },
  rejections: { not_found: 404, invalid_request: 400, limit_reached: 409, check_exists: 409 },
  routes: healthRoutes,
});
