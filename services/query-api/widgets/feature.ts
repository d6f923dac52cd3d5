import { alertState } from '../../../projections/alerts/alert-state.ts';
import { healthChecks } from '../../../projections/health/health-checks.ts';
import type { QueryShared } from '../shared.ts';
import { withWatermark } from '../watermark.ts';
import { widgetBadge } from './badge.ts';
import { widgetAlerts } from './firing.ts';
import { widgetOverview } from './overview.ts';
import { widgetMetrics } from './series.ts';

export const widgets = {
  projections: [alertState, healthChecks],
  handlers: ({ watermarks: { spans: watermarks }, ...reads }: QueryShared) => ({
    widgetBadge: withWatermark(watermarks, widgetBadge(reads)),
    widgetMetrics: withWatermark(watermarks, widgetMetrics(reads)),
    widgetAlerts: widgetAlerts(reads),
    widgetOverview: withWatermark(watermarks, widgetOverview(reads)),
  }),
};
