import { feature } from '../feature.ts';
import type { TriageCommand } from './commands.ts';
import type { TriageEvent } from './events.ts';
import { triageRoutes } from './routes.ts';

export const triage = feature<TriageCommand, TriageEvent>()({
  area: 'Triage inbox',
  commands: {
    AcknowledgeTriageItem: true,
    InvestigateTriageItem: true,
    ResolveTriageItem: true,
    SnoozeTriageItem: true,
  },
  events: {
    TriageItemOpened: true,
    TriageItemAcknowledged: true,
    TriageItemInvestigated: true,
    TriageItemSnoozed: true,
    TriageItemResolved: true,
  },
  rejections: { not_found: 404, invalid_transition: 409 },
  routes: triageRoutes,
});
