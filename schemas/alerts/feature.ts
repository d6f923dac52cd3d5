import { feature } from '../feature.ts';
import type { AlertCommand } from './commands.ts';
import type { AlertEvent } from './events.ts';
import { alertRoutes } from './routes.ts';

export const alerts = feature<AlertCommand, AlertEvent>()({
  area: 'Alerts',
  commands: {
    CreateAlertRule: true,
    ChangeAlertRule: true,
    ToggleAlertRule: true,
    DeleteAlertRule: true,
    RestoreAlertRule: true,
    AdoptAlertRule: true,
    RaiseAlert: true,
    ResolveAlert: true,
    AmendAlertEvidence: true,
  },
  events: {
    AlertRuleCreated: true,
    AlertRuleChanged: true,
    AlertRuleToggled: true,
    AlertRuleDeleted: true,
    AlertRuleAdopted: true,
    AlertTriggered: true,
    AlertRefused: true,
    AlertEvidenceAmended: true,
    AlertResolved: true,
  },
  rejections: { not_found: 404, invalid_request: 400, limit_reached: 409 },
  routes: alertRoutes,
});
