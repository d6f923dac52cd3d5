import {
  type AnomalyDirection,
  type AnomalyMetric,
  anomalyMetrics,
} from '../../schemas/anomalies/metric.ts';
import { type Band, bandOf, directionOf, scoreIn } from './band.ts';
import {
  type EndReason,
  type MetricState,
  type MetricStep,
  stepMetric,
  stepTime,
  type Verdict,
} from './metric-state.ts';
import { anomalyParameters } from './parameters.ts';
import { emptyHour, type Learned, withMinute } from './recent-hour.ts';
import { historyOf, type SeriesHistory, type SeriesState, settleHours } from './series.ts';

/** What a service did in a minute; undefined: too few requests for a figure. */
export type ObservedMinute = {
  readonly minute: number;
  readonly requests: number;
  /** Too much of it lies in an outage of our own: what did not come means nothing. */
  readonly isUnheard?: boolean;
  readonly values: Readonly<Record<AnomalyMetric, number | undefined>>;
};

export type ScoreState = 'learning' | 'inside' | 'outside' | 'anomaly';

export type MetricScore = {
  readonly metric: AnomalyMetric;
  readonly minute: number;
  readonly observed: number;
  /** Undefined as long as there is too little history. */
  readonly band: Band | undefined;
  readonly score: number | undefined;
  readonly state: ScoreState;
};

export type MetricChange =
  | {
      readonly type: 'open';
      readonly metric: AnomalyMetric;
      readonly direction: AnomalyDirection;
      readonly fromMinute: number;
      readonly minute: number;
      readonly observed: number;
      readonly band: Band;
      readonly score: number;
    }
  | {
      readonly type: 'end';
      readonly metric: AnomalyMetric;
      readonly minute: number;
      readonly reason: EndReason;
    };

export type Observation = {
  readonly state: SeriesState;
  readonly scores: readonly MetricScore[];
  readonly changes: readonly MetricChange[];
};

/**
 * Judges a minute of a service and learns from it. The same minute may be observed again with more spans: its value
 * takes the place of the earlier one.
 *  history  read and written; what is read of it does not grow with its age
 */
export function observeMinute(
  before: SeriesState,
  observed: ObservedMinute,
  history: SeriesHistory,
): Observation {
  const { minute, requests } = observed;
  const advanced = {
    ...before,
    latestMinute: Math.max(before.latestMinute, minute),
    busyMinute: requests > 0 ? Math.max(before.busyMinute, minute) : before.busyMinute,
  };
  const judged = anomalyMetrics.map(metric =>
    judge(metric, before.metrics[metric], observed, history),
  );
  learn(minute, judged, history);
  const steps = judged.map(one => ({ ...one, step: stepOf(one, advanced.latestMinute, observed) }));
  const [latency, errors, throughput] = steps.map(({ step }) => step.state);
  const state = { ...advanced, metrics: { ...before.metrics } };
  return {
    state: settleHours(
      {
        ...state,
        metrics: {
          latency_p95: latency ?? before.metrics.latency_p95,
          error_rate: errors ?? before.metrics.error_rate,
          throughput: throughput ?? before.metrics.throughput,
        },
      },
      history,
    ),
    scores: steps.flatMap(one => scoreOf(one, minute)),
    changes: steps.flatMap(one => changeOf(one, minute)),
  };
}

type Judged = {
  readonly metric: AnomalyMetric;
  readonly before: MetricState;
  readonly value: number | undefined;
  readonly band: Band | undefined;
  readonly score: number;
  readonly verdict: Verdict | undefined;
};

function judge(
  metric: AnomalyMetric,
  before: MetricState,
  { minute, values }: ObservedMinute,
  history: SeriesHistory,
): Judged {
  const value = values[metric];
  const { sinceHour } = before;
  const band =
    value === undefined
      ? undefined
      : bandOf(metric, historyOf(metric, { minute, sinceHour }, history));
  if (value === undefined || band === undefined)
    return { metric, before, value, band, score: 0, verdict: undefined };
  const score = scoreIn(value, band);
  return { metric, before, value, band, score, verdict: verdictOf(metric, value, band, score) };
}

export function verdictOf(
  metric: AnomalyMetric,
  value: number,
  band: Band,
  score: number,
): Verdict {
  const direction = directionOf(metric, value, band);
  if (direction === undefined || score <= anomalyParameters.recoveryShare) return 'recovered';
  return score > 1 ? direction : 'inside';
}

const isOutside = (verdict: Verdict | undefined): boolean =>
  verdict === 'above' || verdict === 'below';

function learn(minute: number, judged: readonly Judged[], history: SeriesHistory): void {
  const hour = Math.floor(minute / 60);
  const learned: Record<AnomalyMetric, Learned> = {
    latency_p95: undefined,
    error_rate: undefined,
    throughput: undefined,
  };
  for (const { metric, verdict, value } of judged)
    learned[metric] = value === undefined ? undefined : { value, isOutside: isOutside(verdict) };
  history.putRecent(hour, withMinute(history.recent(hour) ?? emptyHour, minute, learned));
}

function stepOf(
  { before, verdict, score }: Judged,
  latestMinute: number,
  { minute, isUnheard = false }: ObservedMinute,
): MetricStep {
  // Neither recovery nor silence: an anomaly goes on as it was.
  if (verdict === undefined && isUnheard && before.open !== undefined)
    return stepMetric(before, { minute, verdict: 'inside', score });
  const step =
    verdict === undefined ? { state: before } : stepMetric(before, { minute, verdict, score });
  return step.change === undefined ? stepTime(step.state, latestMinute) : step;
}

type Stepped = Judged & { readonly step: MetricStep };

function scoreOf(
  { metric, value, band, score, verdict, step }: Stepped,
  minute: number,
): MetricScore[] {
  if (value === undefined) return [];
  const common = { metric, minute, observed: value, band };
  if (band === undefined) return [{ ...common, score: undefined, state: 'learning' }];
  const outside = isOutside(verdict) ? 'outside' : 'inside';
  return [{ ...common, score, state: step.state.open === undefined ? outside : 'anomaly' }];
}

function changeOf({ metric, value, band, score, step }: Stepped, minute: number): MetricChange[] {
  const { change, state } = step;
  if (change === undefined) return [];
  if (change !== 'open') return [{ type: 'end', metric, minute, reason: change.end }];
  const { open } = state;
  if (open === undefined || value === undefined || band === undefined) return [];
  const { direction, fromMinute } = open;
  return [{ type: 'open', metric, direction, fromMinute, minute, observed: value, band, score }];
}
