import { hourMinutes, minuteSeconds } from '../../../../domain/anomalies/parameters.ts';
import {
  emptyHour,
  type Learned,
  type RecentHour,
  withMinute,
} from '../../../../domain/anomalies/recent-hour.ts';
import {
  newSeries,
  type SeriesHistory,
  type SeriesState,
  settleHours,
} from '../../../../domain/anomalies/series.ts';
import type { AnomalyFigures } from '../../../../schemas/anomalies/figures.ts';
import type { AnomalyMetric } from '../../../../schemas/anomalies/metric.ts';

/** A minute of a metric as it was scored. */
export type ScoredValue = NonNullable<Learned> & {
  readonly metric: AnomalyMetric;
  readonly minute: number;
};

/**
 * The history of a series from the minutes that were scored, oldest first: what the one that scored them knew. Its
 * metrics begin without a verdict.
 */
export function rebuildSeries(
  scored: Iterable<ScoredValue>,
  history: SeriesHistory,
): SeriesState | undefined {
  let state: SeriesState | undefined;
  let row: RecentHour = emptyHour;
  const store = (one: SeriesState): SeriesState => {
    history.putRecent(Math.floor(one.latestMinute / hourMinutes), row);
    return settleHours(one, history);
  };
  for (const { metric, minute, ...learned } of scored) {
    const isNewHour = state !== undefined && hourOf(minute) !== hourOf(state.latestMinute);
    if (state !== undefined && isNewHour) {
      state = store(state);
      row = emptyHour;
    }
    row = withMetric(row, minute, metric, learned);
    state = advanced(state ?? newSeries(minute), { metric, minute, ...learned });
  }
  return state && store(state);
}

const hourOf = (minute: number): number => Math.floor(minute / hourMinutes);

function withMetric(
  row: RecentHour,
  minute: number,
  metric: AnomalyMetric,
  learned: Learned,
): RecentHour {
  const one = { latency_p95: undefined, error_rate: undefined, throughput: undefined };
  return { ...row, [metric]: withMinute(row, minute, { ...one, [metric]: learned })[metric] };
}

/** Throughput has a value in each minute, also when nothing came. */
function advanced(state: SeriesState, { metric, minute, value }: ScoredValue): SeriesState {
  const isBusy = metric === 'throughput' && value > 0;
  const busyMinute = isBusy ? Math.max(state.busyMinute, minute) : state.busyMinute;
  return { ...state, busyMinute, latestMinute: Math.max(state.latestMinute, minute) };
}

/** A metric whose anomaly goes on is open again, so that something ends it. */
export function reopened(
  state: SeriesState | undefined,
  { metric, direction, fromMs, toMs, score }: AnomalyFigures,
): SeriesState {
  const openedMinute = minuteOf(toMs) - 1;
  const known = state ?? newSeries(openedMinute);
  const of = known.metrics[metric];
  if (of.open !== undefined) return known;
  const open = { direction, fromMinute: minuteOf(fromMs), openedMinute, score };
  return { ...known, metrics: { ...known.metrics, [metric]: { ...of, open } } };
}

/** What lasted for so long that it became the new level: history from before it does not count any more. */
export const relearned = (
  state: SeriesState,
  metric: AnomalyMetric,
  sinceHour: number,
): SeriesState => ({
  ...state,
  metrics: {
    ...state.metrics,
    [metric]: {
      ...state.metrics[metric],
      sinceHour: Math.max(sinceHour, state.metrics[metric].sinceHour),
    },
  },
});

const minuteOf = (ms: number): number => Math.floor(ms / (minuteSeconds * 1000));
