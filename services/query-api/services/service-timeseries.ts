import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import type { QueryOf, ResponseOf } from '../../../schemas/http/routes.ts';
import { hourSeconds } from '../../../schemas/window.ts';
import { mapInTurns } from '../bounds/in-turns.ts';
import { limits } from '../config.ts';
import {
  averageMs,
  errorRateOf,
  type Histogram,
  isP99Maximum,
  quantileMs,
} from '../windows/histogram.ts';
import { knownBefore } from '../windows/known-condition.ts';
import {
  assertInDateTimeRange,
  boundsOf,
  instantOfSeconds,
  type MetricsWindow,
  windowLengths,
} from '../windows/window-metrics.ts';
import type { ServiceReads } from './known-service.ts';
import { assertOwnService } from './own-service.ts';
import { readSteps, type Step, type Steps } from './steps.ts';

/** GET /v1/services/:name/timeseries: the figures of each step, those in which nothing happened too. */
export const serviceTimeseries =
  ({ warehouse, clock, expectKnown }: ServiceReads): Handler<'serviceTimeseries'> =>
  async ({ key, params, query, signal }) => {
    const organization = key.organizationId;
    const service = params.name;
    assertOwnService(key, service);
    const { operation, as_of: atMs } = query;
    const steps = stepsOf(query, atMs ?? clock());
    const scope = operation === undefined ? 'requests' : { operation };
    const read = await readSteps({ organization, service, scope, ...knownBefore(atMs) }, steps, {
      warehouse,
      signal,
    });
    const samples = read.reduce((sum, { histogram }) => sum + histogram.n, 0);
    const isKnown = read.some(({ histogram, spans = histogram }) => spans.n > 0);
    if (!isKnown) await expectKnown(organization, service, signal);
    return {
      status: 200,
      body: {
        service,
        operation: operation ?? null,
        ...boundsOf(steps),
        step_seconds: steps.stepSeconds,
        sample_count: samples,
        points: await mapInTurns(read, pointOf),
      },
    };
  };

/** Steps are multiples since 1970, so the range is widened to whole ones. */
export function stepsOf(
  query: Pick<QueryOf<'serviceTimeseries'>, 'from' | 'to' | 'step' | 'window'>,
  nowMs: number,
  { max, preset }: { readonly max: number; readonly preset: number } = {
    max: limits.timeseriesPointsMax,
    preset: limits.timeseriesPointsPreset,
  },
): Steps {
  const toMs = query.to ?? nowMs;
  const fromMs = query.from ?? toMs - lengthMs(query.window);
  if (query.from !== undefined && query.window !== undefined)
    throw invalidRequest('expected `from` or `window`, found both');
  if (fromMs >= toMs) throw invalidRequest('`from` must be earlier than `to`');
  const stepSeconds = query.step ?? presetStep((toMs - fromMs) / 1000, preset);
  const stepMs = stepSeconds * 1000;
  const fromSeconds = Math.floor(fromMs / stepMs) * stepSeconds;
  const toSeconds = Math.ceil(toMs / stepMs) * stepSeconds;
  const points = (toSeconds - fromSeconds) / stepSeconds;
  if (points > max) throw invalidRequest(`expected at most ${max} steps, found ${points}`);
  assertInDateTimeRange(fromSeconds, toSeconds);
  return { fromSeconds, toSeconds, stepSeconds };
}

const lengthMs = (window: MetricsWindow | undefined): number =>
  window === undefined ? limits.timeseriesPresetMs : windowLengths[window] * 1000;

const niceSteps = [10, 30, 60, 300, 900, hourSeconds, 6 * hourSeconds];

/** The shortest step that needs no more points than a chart can show. */
const presetStep = (seconds: number, preset: number): number =>
  niceSteps.find(step => seconds / step <= preset) ?? 24 * hourSeconds;

const pointOf = ({ startSeconds, histogram, spans }: Step): Point => ({
  timestamp: instantOfSeconds(startSeconds),
  requests: histogram.n,
  ...figuresOf(histogram),
  ...(spans && { spans: { count: spans.n, ...figuresOf(spans) } }),
});

type Point = ResponseOf<'serviceTimeseries'>['points'][number];

const figuresOf = (histogram: Histogram) => ({
  errors: histogram.errors,
  error_rate: errorRateOf(histogram),
  avg_ms: averageMs(histogram),
  p50_ms: quantileMs(histogram, 0.5),
  p95_ms: quantileMs(histogram, 0.95),
  p99_ms: quantileMs(histogram, 0.99),
  p99_is_maximum: isP99Maximum(histogram),
});
