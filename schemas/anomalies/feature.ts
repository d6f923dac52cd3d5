import { feature } from '../feature.ts';
import type { AnomalyCommand } from './commands.ts';
import type { AnomalyEvent } from './events.ts';
import { anomalyRoutes } from './routes.ts';

export const anomalies = feature<AnomalyCommand, AnomalyEvent>()({
  area: 'Anomalies',
  commands: { OpenAnomaly: true, EndAnomaly: true, AcknowledgeAnomaly: true },
  events: {
    AnomalyDetected: true,
    AnomalyWidened: true,
    AnomalyNarrowed: true,
    AnomalyAcknowledged: true,
    AnomalyEnded: true,
  },
  rejections: { not_found: 404, invalid_transition: 409 },
  routes: anomalyRoutes,
});
