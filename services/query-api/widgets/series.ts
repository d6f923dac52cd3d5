import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { mapInTurns } from '../bounds/in-turns.ts';
import { rangeAsked } from '../core/widgets/range-asked.ts';
import { readSteps, type Step } from '../services/steps.ts';
import { averageMs, mergedHistogram, quantileMs } from '../windows/histogram.ts';
import { knownBefore } from '../windows/known-condition.ts';
import { serviceFiguresOf } from '../windows/service-metrics.ts';
import { boundsOf, instantOfSeconds } from '../windows/window-metrics.ts';
import type { ServiceAsked } from './badge.ts';
import { assertWidgetService } from './own-widget.ts';
import { stepsOfRange } from './range-steps.ts';
import type { WidgetReads } from './reads.ts';

type Series = ResponseOf<'widgetMetrics'>;

/** GET /v1/widgets/services/:name/metrics */
export const widgetMetrics =
  (reads: WidgetReads): Handler<'widgetMetrics'> =>
  async ({ key, params, query, signal, ...request }) => {
    assertWidgetService(key, params.name);
    const asked = {
      organizationId: key.organizationId,
      service: params.name,
      range: rangeAsked(query),
      atMs: asOfMs({ query, ...request }),
    };
    return { status: 200, body: await readSeries(asked, reads, signal) };
  };

/** The figures of a service, together and step by step: both from one read. Throws 404 for one that nobody knows. */
export async function readSeries(
  { organizationId, service, range, atMs }: ServiceAsked,
  { warehouse, clock, expectKnown }: WidgetReads,
  signal: AbortSignal,
): Promise<Series> {
  const nowMs = atMs ?? clock();
  const bounds = stepsOfRange(range, nowMs);
  const of = { organization: organizationId, service, scope: 'requests' } as const;
  const steps = await readSteps({ ...of, ...knownBefore(atMs) }, bounds, { warehouse, signal });
  const requests = mergedHistogram(steps.map(({ histogram }) => histogram));
  if (requests.n === 0) await expectKnown(organizationId, service, signal);
  return {
    service,
    range,
    ...boundsOf(bounds),
    step_seconds: bounds.stepSeconds,
    sample_count: requests.n,
    summary: { ...serviceFiguresOf(requests), avg_latency_ms: averageMs(requests) },
    timeseries: await mapInTurns(steps, pointOf),
    updated_at: new Date(nowMs).toISOString(),
  };
}

const pointOf = ({ startSeconds, histogram }: Step): Series['timeseries'][number] => ({
  timestamp: instantOfSeconds(startSeconds),
  requests: histogram.n,
  errors: histogram.errors,
  avg_ms: averageMs(histogram),
  p95_ms: quantileMs(histogram, 0.95),
});
