import { type AnomalyMetric, anomalyMetrics } from '../../schemas/anomalies/metric.ts';
import { type Counts, inOrder, mergeCounts, totalOf } from './counts.ts';
import { type MetricState, quietMetric } from './metric-state.ts';
import { anomalyParameters } from './parameters.ts';
import { emptyHour, hourCounts, type RecentHour, tallyHour } from './recent-hour.ts';
import { hourOfWeek, mergeSeasons, type Season, seasonCounts, seasonOf } from './season.ts';

/** What is known of the metrics of a service beside its history. */
export type SeriesState = {
  readonly metrics: Readonly<Record<AnomalyMetric, MetricState>>;
  /** The latest minute that was judged, and the latest with requests. */
  readonly latestMinute: number;
  readonly busyMinute: number;
  /** Hours before it are in the histograms of the week. */
  readonly recentFrom: number;
};

/** The history of a series: hours since 1970 that late spans may change, and hours of the week. */
export type SeriesHistory = {
  readonly recent: (hour: number) => RecentHour | undefined;
  /** Undefined forgets the hour. */
  readonly putRecent: (hour: number, row: RecentHour | undefined) => void;
  readonly season: (hourOfWeek: number) => Season | undefined;
  readonly putSeason: (hourOfWeek: number, season: Season) => void;
};

export const newSeries = (minute: number): SeriesState => ({
  metrics: { latency_p95: quietMetric, error_rate: quietMetric, throughput: quietMetric },
  latestMinute: minute,
  busyMinute: minute,
  recentFrom: Math.floor(minute / 60),
});

export const hasOpen = ({ metrics }: SeriesState): boolean =>
  anomalyMetrics.some(metric => metrics[metric].open !== undefined);

type Asked = { readonly minute: number; readonly sinceHour: number };

/** What a metric is compared with: the same hours of earlier weeks, or else the last day. The minute itself is left out. */
export function historyOf(metric: AnomalyMetric, asked: Asked, history: SeriesHistory): Counts {
  const season = seasonalOf(metric, asked, history);
  return totalOf(season) < anomalyParameters.historyMin
    ? rollingOf(metric, asked, history)
    : season;
}

/** The hour of the week and those beside it: jobs begin a little early or late. */
function seasonalOf(
  metric: AnomalyMetric,
  { minute, sinceHour }: Asked,
  history: SeriesHistory,
): Counts {
  const hour = Math.floor(minute / 60);
  const hours = [hour - 1, hour, hour + 1];
  return mergeCounts(
    hours.map(each =>
      seasonCounts(history.season(hourOfWeek(each)) ?? [], metric, {
        hour: each,
        since: sinceHour,
      }),
    ),
  );
}

function rollingOf(
  metric: AnomalyMetric,
  { minute, sinceHour }: Asked,
  history: SeriesHistory,
): Counts {
  const hour = Math.floor(minute / 60);
  const from = Math.max(sinceHour, hour - anomalyParameters.rollingHours + 1);
  const tally = new Map<number, number>();
  for (let each = from; each <= hour; each++) {
    const row = history.recent(each);
    if (row !== undefined) tallyHour(tally, row, metric, each === hour ? minute : undefined);
  }
  return inOrder(tally);
}

/** Moves hours that late spans no longer change into the histograms of the week. */
export function settleHours(state: SeriesState, history: SeriesHistory): SeriesState {
  const hour = Math.floor(state.latestMinute / 60);
  const recentFrom = Math.max(state.recentFrom, hour - anomalyParameters.recentHours + 1);
  // A series that was silent for weeks has no hours in between.
  const last = Math.min(recentFrom, state.recentFrom + anomalyParameters.recentHours);
  for (let each = state.recentFrom; each < last; each++) {
    const row = history.recent(each);
    if (row === undefined) continue;
    const kept = history.season(hourOfWeek(each)) ?? [];
    history.putSeason(hourOfWeek(each), mergeSeasons(kept, seasonOf(each, countsOfHour(row))));
    history.putRecent(each, undefined);
  }
  return { ...state, recentFrom };
}

const countsOfHour = (row: RecentHour = emptyHour) => ({
  latency_p95: hourCounts(row, 'latency_p95'),
  error_rate: hourCounts(row, 'error_rate'),
  throughput: hourCounts(row, 'throughput'),
});
