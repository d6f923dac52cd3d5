import { alertState } from '../../../projections/alerts/alert-state.ts';
import { anomalies } from '../../../projections/anomalies/anomalies.ts';
import { healthChecks } from '../../../projections/health/health-checks.ts';
import { deploys } from '../../../projections/releases/deploys.ts';
import { releases } from '../../../projections/releases/releases.ts';
import { asKnown } from '../as-known.ts';
import type { QueryShared } from '../shared.ts';
import { serviceMetrics } from '../windows/service-metrics.ts';
import { listDeployments } from './deployment-list.ts';
import { serviceHeatmap } from './heatmap.ts';
import { serviceDetail } from './service-detail.ts';
import { serviceErrors } from './service-errors.ts';
import { openServiceLists } from './service-lists.ts';
import { serviceTimeseries } from './service-timeseries.ts';
import { listServices } from './services.ts';
import { servicesInRange } from './services-in-range.ts';

export const services = {
  projections: [alertState, anomalies, deploys, healthChecks, releases],
  handlers: ({ watermarks: { spans: watermarks }, ...reads }: QueryShared) => ({
    serviceMetrics: serviceMetrics({ ...reads, watermarks }),
    listServices: listServices(
      openServiceLists({ ...reads, watermarks }),
      asKnown(reads, watermarks, request => servicesInRange(request, reads)),
    ),
    listDeployments: asKnown(reads, watermarks, listDeployments(reads)),
    serviceHeatmap: asKnown(reads, watermarks, serviceHeatmap(reads)),
    serviceDetail: asKnown(reads, watermarks, serviceDetail(reads)),
    serviceErrors: asKnown(reads, watermarks, serviceErrors(reads)),
    serviceTimeseries: asKnown(reads, watermarks, serviceTimeseries(reads)),
  }),
};
