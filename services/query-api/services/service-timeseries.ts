import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import type { QueryOf, ResponseOf } from '../../../schemas/http/routes.ts';
import { hourSeconds } from '../../../schemas/window.ts';
import { mapInTurns } from '../bounds/in-turns.ts';
import { limits } from '../config.ts';
import {
  averageMs,
  emptyHistogram,
  errorRateOf,
  type Histogram,
  isP99Maximum,
  quantileMs,
} from '../windows/histogram.ts';
import {
  assertInDateTimeRange,
  boundsOf,
  instantOfSeconds,
  readRows,
} from '../windows/window-metrics.ts';
import {
  type HistogramRow,
  histogramOf,
  selectHistograms,
  type TimeRange,
  type WindowQuery,
} from '../windows/window-rows.ts';
import type { ServiceReads } from './known-service.ts';
import { assertOwnService } from './own-service.ts';

type Steps = TimeRange & { readonly stepSeconds: number };

type StepRow = HistogramRow & { readonly name: number };

/** GET /v1/services/:name/timeseries: the figures of each step, those in which nothing happened too. */
export const serviceTimeseries =
  ({ warehouse, clock, expectKnown }: ServiceReads): Handler<'serviceTimeseries'> =>
  async ({ key, params, query, signal }) => {
    const organization = key.organizationId;
    const service = params.name;
    assertOwnService(key, service);
    const steps = stepsOf(query, clock());
    const { operation } = query;
    const scope = operation === undefined ? 'requests' : { operation };
    const rows = await readRows<StepRow>(
      selectSteps({ organization, service, range: steps, scope }, steps),
      { warehouse, signal },
      { resultBytesMax: limits.histogramsBytesMax },
    );
    if (rows.length === 0) await expectKnown(organization, service, signal);
    const histograms = await mapInTurns(rows, histogramOf);
    const found = new Map(rows.map(({ name }, index) => [name, histograms[index]]));
    const points = await mapInTurns(startsOf(steps), start =>
      pointOf(start, found.get(start) ?? emptyHistogram),
    );
    return {
      status: 200,
      body: {
        service,
        operation: operation ?? null,
        ...boundsOf(steps),
        step_seconds: steps.stepSeconds,
        sample_count: histograms.reduce((sum, { n }) => sum + n, 0),
        points,
      },
    };
  };

/** Steps are multiples since 1970, so the range is widened to whole ones. */
function stepsOf(query: QueryOf<'serviceTimeseries'>, nowMs: number): Steps {
  const toMs = query.to ?? nowMs;
  const fromMs = query.from ?? toMs - limits.timeseriesPresetMs;
  if (fromMs >= toMs) throw invalidRequest('expected from before to');
  const stepSeconds = query.step ?? presetStep((toMs - fromMs) / 1000);
  const stepMs = stepSeconds * 1000;
  const fromSeconds = Math.floor(fromMs / stepMs) * stepSeconds;
  const toSeconds = Math.ceil(toMs / stepMs) * stepSeconds;
  const points = (toSeconds - fromSeconds) / stepSeconds;
  if (points > limits.timeseriesPointsMax) {
    throw invalidRequest(`expected at most ${limits.timeseriesPointsMax} steps, found ${points}`);
  }
  assertInDateTimeRange(fromSeconds, toSeconds);
  return { fromSeconds, toSeconds, stepSeconds };
}

const niceSteps = [10, 30, 60, 300, 900, hourSeconds, 6 * hourSeconds];

/** The shortest step that needs no more points than a chart can show. */
const presetStep = (seconds: number): number =>
  niceSteps.find(step => seconds / step <= limits.timeseriesPointsPreset) ?? 24 * hourSeconds;

/** Whole hours are read from the hourly table. */
const selectSteps = (query: WindowQuery, { stepSeconds, ...range }: Steps) =>
  selectHistograms(query, {
    group: `toUInt32(intDiv(toUnixTimestamp(time), ${stepSeconds}) * ${stepSeconds})`,
    sources: [{ table: stepSeconds % hourSeconds === 0 ? 'windows_1h' : 'windows', ...range }],
  });

const startsOf = ({ fromSeconds, toSeconds, stepSeconds }: Steps): number[] =>
  Array.from(
    { length: (toSeconds - fromSeconds) / stepSeconds },
    (_, index) => fromSeconds + index * stepSeconds,
  );

const pointOf = (
  start: number,
  histogram: Histogram,
): ResponseOf<'serviceTimeseries'>['points'][number] => ({
  timestamp: instantOfSeconds(start),
  requests: histogram.n,
  errors: histogram.errors,
  error_rate: errorRateOf(histogram),
  avg_ms: averageMs(histogram),
  p50_ms: quantileMs(histogram, 0.5),
  p95_ms: quantileMs(histogram, 0.95),
  p99_ms: quantileMs(histogram, 0.99),
  p99_is_maximum: isP99Maximum(histogram),
});
