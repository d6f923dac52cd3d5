import type { z } from 'zod';
import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import type { QueryOf } from '../../../schemas/http/routes.ts';
import type { serviceFigures } from '../../../schemas/services/metrics-route.ts';
import type { ServiceReads } from '../services/known-service.ts';
import { assertOwnService } from '../services/own-service.ts';
import { type Watermarks, watermarkHeader } from '../watermark.ts';
import { explain } from './explain.ts';
import { errorRateOf, type Histogram, isP99Maximum, quantileMs } from './histogram.ts';
import {
  assertInDateTimeRange,
  boundsOf,
  rangeOf,
  rangeUntil,
  readHistogram,
} from './window-metrics.ts';
import type { WindowQuery } from './window-rows.ts';

export type ServiceMetricsDependencies = ServiceReads & { readonly watermarks: Watermarks };

/**
 * GET /api/metrics/services/{service_name}; `throughput` is the number of requests in the window.
 * With `known_at` it is the answer that was given then: without `end` the window ends there too.
 */
export const serviceMetrics =
  (dependencies: ServiceMetricsDependencies): Handler<'serviceMetrics'> =>
  async ({ key, params, query, signal }) => {
    const { warehouse, expectKnown, watermarks } = dependencies;
    const nowMs = dependencies.clock();
    const knownAtMs = query.known_at;
    if (knownAtMs !== undefined && knownAtMs > nowMs) {
      throw invalidRequest(`expected known_at up to now, ${new Date(nowMs).toISOString()}`);
    }
    const organization = key.organizationId;
    const service = params.service_name;
    assertOwnService(key, service);
    const asked = { organization, service, ...questionOf(query, nowMs) };
    const reading = { warehouse, signal };
    const watermarkMs = await watermarks.at(organization, knownAtMs, signal);
    const histogram = await readHistogram(asked, reading);
    if (histogram.n === 0) await expectKnown(organization, service, signal);
    return {
      status: 200,
      headers: watermarkHeader(watermarkMs),
      body: {
        success: true,
        service,
        window: query.window,
        metrics: serviceFiguresOf(histogram),
        ...boundsOf(asked.range),
        sample_count: histogram.n,
        ...(knownAtMs !== undefined && { known_at: new Date(knownAtMs).toISOString() }),
        timestamp: new Date(knownAtMs ?? nowMs).toISOString(),
        ...(query.explain && { explain: await explain(asked, histogram, reading) }),
      },
    };
  };

function questionOf(
  { window, end, known_at: knownAtMs }: QueryOf<'serviceMetrics'>,
  nowMs: number,
): Pick<WindowQuery, 'range' | 'scope' | 'knownBeforeSeconds'> {
  const range = end === undefined ? rangeOf(window, knownAtMs ?? nowMs) : rangeUntil(window, end);
  const knownBeforeSeconds = knownAtMs === undefined ? undefined : knownAtMs / 1000;
  assertInDateTimeRange(range.fromSeconds, range.toSeconds, knownBeforeSeconds ?? 0);
  return { scope: 'requests', range, knownBeforeSeconds };
}

/** Of the requests of a service in a range. */
export function serviceFiguresOf(histogram: Histogram): z.infer<typeof serviceFigures> {
  const errorRate = errorRateOf(histogram);
  return {
    p50_latency_ms: quantileMs(histogram, 0.5),
    p95_latency_ms: quantileMs(histogram, 0.95),
    p99_latency_ms: quantileMs(histogram, 0.99),
    error_rate: errorRate,
    success_rate: histogram.n === 0 ? 0 : 100 - errorRate,
    throughput: histogram.n,
    p99_is_maximum: isP99Maximum(histogram),
  };
}
