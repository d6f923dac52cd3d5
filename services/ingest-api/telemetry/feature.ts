import { subscriptions } from '../../../projections/billing/subscriptions.ts';
import type { IngestShared } from '../shared.ts';
import { createOtlpValidator } from '../validate/open.ts';
import { openCounts } from './counts.ts';
import { exportMetrics } from './metrics.ts';
import { openQuotas } from './quotas.ts';
import { recentIngest } from './recent.ts';
import { exportTraces } from './traces.ts';

export const telemetry = {
  projections: [subscriptions],
  handlers: (shared: IngestShared) => {
    const { appended } = shared.admission;
    const overQuota = openQuotas(shared);
    const codec = shared.configuration.engines.kafka === undefined ? 'zstd' : undefined;
    const otlp = { ...shared, appended, overQuota, examine: createOtlpValidator(), codec } as const;
    const counts = openCounts(shared.metrics);
    return {
      exportTraces: exportTraces({ ...otlp, count: counts.spans }),
      exportMetrics: exportMetrics({ ...otlp, count: counts.points }),
      recentIngest: recentIngest(shared),
    };
  },
};
