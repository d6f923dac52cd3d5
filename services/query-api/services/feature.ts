import type { QueryShared } from '../shared.ts';
import { withWatermark } from '../watermark.ts';
import { serviceMetrics } from '../windows/service-metrics.ts';
import { serviceDetail } from './service-detail.ts';
import { serviceErrors } from './service-errors.ts';
import { serviceTimeseries } from './service-timeseries.ts';
import { listServices } from './services.ts';

export const services = {
  projections: [],
  handlers: ({ watermarks: { spans: watermarks }, ...reads }: QueryShared) => ({
    serviceMetrics: serviceMetrics({ ...reads, watermarks }),
    listServices: withWatermark(watermarks, listServices(reads)),
    serviceDetail: withWatermark(watermarks, serviceDetail(reads)),
    serviceErrors: withWatermark(watermarks, serviceErrors(reads)),
    serviceTimeseries: withWatermark(watermarks, serviceTimeseries(reads)),
  }),
};
