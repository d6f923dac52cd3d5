import { type Band, bandOf, scoreIn } from '../../../../domain/anomalies/band.ts';
import { verdictOf } from '../../../../domain/anomalies/detector.ts';
import {
  type MetricState,
  type MetricStep,
  quietMetric,
  stepMetric,
  stepTime,
} from '../../../../domain/anomalies/metric-state.ts';
import { hourMinutes } from '../../../../domain/anomalies/parameters.ts';
import { emptyHour, withMinute } from '../../../../domain/anomalies/recent-hour.ts';
import {
  historyOf,
  newSeries,
  type SeriesHistory,
  settleHours,
} from '../../../../domain/anomalies/series.ts';
import { historyInMemory } from '../detector.ts';
import type { Point } from './corpus.ts';
import { probationOf } from './probation.ts';

export type PointDetector = (points: readonly Point[]) => readonly number[];

/** Both directions count, as for throughput. */
const metric = 'throughput';

/**
 * The detector's parts on a value that is no request: each point is one window of the three of five, and is learned for
 * the minutes up to the next one, so the hours are those of the clock. Gives the places of points that open an anomaly.
 */
export function tidemark(points: readonly Point[]): number[] {
  const history = historyInMemory();
  const scale = scaleOf(points);
  let series = newSeries(minuteOf(points[0]));
  let state = quietMetric;
  return spansOf(points).flatMap(({ minute, toMinute, point }, at) => {
    const { sinceHour } = state;
    const band = bandOf(metric, historyOf(metric, { minute, sinceHour }, history));
    const value = point.value * scale;
    const judged = judge(value, band);
    const isOutside = judged?.verdict === 'above' || judged?.verdict === 'below';
    for (let each = minute; each < toMinute; each++) learn(each, { value, isOutside }, history);
    series = settleHours({ ...series, latestMinute: toMinute - 1 }, history);
    const step = stepOf(state, at, judged);
    state = levelOf(step, minute);
    return step.change === 'open' ? [at] : [];
  });
}

type Judged = { readonly verdict: ReturnType<typeof verdictOf>; readonly score: number };

function judge(value: number, band: Band | undefined): Judged | undefined {
  if (band === undefined) return undefined;
  const score = scoreIn(value, band);
  return { verdict: verdictOf(metric, value, band, score), score };
}

function stepOf(state: MetricState, at: number, judged: Judged | undefined): MetricStep {
  const step = judged === undefined ? { state } : stepMetric(state, { minute: at, ...judged });
  return step.change === undefined ? stepTime(step.state, at) : step;
}

const minuteOf = (point: Point | undefined): number => Math.floor((point?.time ?? 0) / 60);

/** The minutes for which each point stands: up to the next one, and no longer than points usually do. */
function spansOf(points: readonly Point[]) {
  const usual = medianOf(
    points.slice(1).map((point, at) => minuteOf(point) - minuteOf(points[at])),
  );
  return points.map((point, at) => {
    const minute = minuteOf(point);
    const next = at + 1 < points.length ? minuteOf(points[at + 1]) : minute + usual;
    return { point, minute, toMinute: Math.max(minute + 1, Math.min(next, minute + usual)) };
  });
}

function learn(
  minute: number,
  learned: { readonly value: number; readonly isOutside: boolean },
  history: SeriesHistory,
): void {
  const hour = Math.floor(minute / hourMinutes);
  const all = { latency_p95: undefined, error_rate: undefined, [metric]: learned };
  history.putRecent(hour, withMinute(history.recent(hour) ?? emptyHour, minute, all));
}

/** Windows are counted by points, hours by the clock. */
const levelOf = ({ state, change }: MetricStep, minute: number) =>
  typeof change === 'object' && change.end === 'new_level'
    ? { ...state, sinceHour: Math.floor(minute / hourMinutes) }
    : state;

/** Units differ: what is usual in the probation of a series counts as a thousand, so no minimum effect decides. */
function scaleOf(points: readonly Point[]): number {
  const values = points.slice(0, probationOf(points)).map(({ value }) => value);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return 1000 / (medianOf(values) || mean || 1);
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.ceil(values.length / 2) - 1] ?? 0;
