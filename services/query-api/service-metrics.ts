import type { Handler } from '../../platform/http/handler.ts';
import { notFound } from '../../platform/http/problem.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { type Histogram, percentOf, quantileMs, rangeOf, readHistogram } from './window-metrics.ts';

export type ServiceMetricsDependencies = {
  readonly warehouse: Warehouse;
  readonly clock: () => number;
  /** Whether a service was registered, though it may have sent nothing yet. */
  readonly isRegistered: (
    organization: OrganizationId,
    service: string,
    signal: AbortSignal,
  ) => Promise<boolean>;
};

/** GET /api/metrics/services/{service_name}; `throughput` is the number of requests in the window. */
export const serviceMetrics =
  ({ warehouse, clock, isRegistered }: ServiceMetricsDependencies): Handler<'serviceMetrics'> =>
  async ({ key, params, query, signal }) => {
    const nowMs = clock();
    const service = params.service_name;
    const range = rangeOf(query.window, nowMs);
    const histogram = await readHistogram(key.organizationId, service, range, {
      warehouse,
      signal,
    });
    if (histogram.n === 0) {
      const isKnown =
        (await isRegistered(key.organizationId, service, signal)) ||
        (await wasSeen(key.organizationId, service, { warehouse, signal }));
      if (!isKnown) throw notFound(`there is no service '${service}'`);
    }
    return {
      status: 200,
      body: {
        success: true,
        service,
        window: query.window,
        metrics: figures(histogram),
        timestamp: new Date(nowMs).toISOString(),
      },
    };
  };

function figures(histogram: Histogram) {
  const errorRate = percentOf(histogram.errors, histogram.n);
  return {
    p50_latency_ms: quantileMs(histogram, 0.5),
    p95_latency_ms: quantileMs(histogram, 0.95),
    p99_latency_ms: quantileMs(histogram, 0.99),
    error_rate: errorRate,
    success_rate: histogram.n === 0 ? 0 : 100 - errorRate,
    throughput: histogram.n,
  };
}

async function wasSeen(
  organization: OrganizationId,
  service: string,
  { warehouse, signal }: { readonly warehouse: Warehouse; readonly signal: AbortSignal },
): Promise<boolean> {
  const rows = await warehouse.query(
    `SELECT 1 FROM windows_1h
     WHERE organization = {organization:UUID} AND service = {service:String} LIMIT 1`,
    { organization, service },
    { signal },
  );
  return rows.length > 0;
}
