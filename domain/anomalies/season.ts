import { type AnomalyMetric, anomalyMetrics } from '../../schemas/anomalies/metric.ts';
import { type Counts, mergeCounts, noCounts } from './counts.ts';
import { anomalyParameters, weekHours } from './parameters.ts';

/** The histograms of one hour of the week, by week since 1970: of the latest weeks alone, newest first. */
export type Season = readonly SeasonWeek[];

type SeasonWeek = {
  readonly week: number;
  readonly counts: Readonly<Record<AnomalyMetric, Counts>>;
};

export const hourOfWeek = (hour: number): number => hour % weekHours;
export const weekOf = (hour: number): number => Math.floor(hour / weekHours);

/** Associative and commutative: hours may be added in any order, on any machine, and merged later. */
export function mergeSeasons(left: Season, right: Season): Season {
  const weeks = new Map<number, SeasonWeek>();
  for (const one of [...left, ...right]) {
    const before = weeks.get(one.week);
    weeks.set(one.week, before === undefined ? one : { week: one.week, counts: both(before, one) });
  }
  return [...weeks.values()]
    .sort((one, other) => other.week - one.week)
    .slice(0, anomalyParameters.weeksMax);
}

const both = (left: SeasonWeek, right: SeasonWeek): SeasonWeek['counts'] => {
  const merged = (metric: AnomalyMetric) =>
    mergeCounts([left.counts[metric], right.counts[metric]]);
  return {
    latency_p95: merged('latency_p95'),
    error_rate: merged('error_rate'),
    throughput: merged('throughput'),
  };
};

export const seasonOf = (hour: number, counts: SeasonWeek['counts']): Season =>
  anomalyMetrics.every(metric => counts[metric].length === 0)
    ? []
    : [{ week: weekOf(hour), counts }];

/** What an hour of the week had in weeks before that of `hour`, from `since` on. */
export function seasonCounts(
  season: Season,
  metric: AnomalyMetric,
  { hour, since }: { readonly hour: number; readonly since: number },
): Counts {
  const inRange = ({ week }: SeasonWeek): boolean => {
    const then = week * weekHours + hourOfWeek(hour);
    return then < hour && then >= since;
  };
  const found = season.filter(inRange).map(({ counts }) => counts[metric]);
  return found.length === 0 ? noCounts : mergeCounts(found);
}
