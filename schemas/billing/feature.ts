import { feature } from '../feature.ts';
import type { SubscriptionCommand } from './commands.ts';
import type { SubscriptionEvent } from './events.ts';
import { billingRoutes } from './routes.ts';

export const billing = feature<SubscriptionCommand, SubscriptionEvent>()({
  area: 'Billing',
  commands: { RecordQuota: true },
  events: {
    SubscriptionStarted: true,
    QuotaWarned: true,
    QuotaExceeded: true,
    QuotaRestored: true,
    PeriodClosed: true,
  },
  rejections: {},
  routes: billingRoutes,
});
