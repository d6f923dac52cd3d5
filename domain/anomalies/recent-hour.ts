import type { AnomalyMetric } from '../../schemas/anomalies/metric.ts';
import { type Counts, inOrder } from './counts.ts';
import { anomalyParameters, hourMinutes } from './parameters.ts';
import { valueBucket } from './value-bucket.ts';

/**
 * The minutes of an hour that late spans may still change: the bucket of each value, -1 without one. A value outside of
 * the band is kept as -2 - bucket: if it were learned at once, the next one would be expected.
 */
export type RecentHour = Readonly<Record<AnomalyMetric, readonly number[]>>;

const unknown = -1;
const outside = (bucket: number): number => -2 - bucket;
/** The bucket again. */
const inside = outside;

const empty: readonly number[] = Array.from({ length: hourMinutes }, () => unknown);

export const emptyHour: RecentHour = { latency_p95: empty, error_rate: empty, throughput: empty };

export type Learned = { readonly value: number; readonly isOutside: boolean } | undefined;

/** The hour with what is known of a minute; undefined leaves no value. */
export function withMinute(
  hour: RecentHour,
  minute: number,
  learned: Readonly<Record<AnomalyMetric, Learned>>,
): RecentHour {
  const at = minute % hourMinutes;
  const changed = (metric: AnomalyMetric): readonly number[] =>
    hour[metric].with(at, codeOf(learned[metric]));
  return {
    latency_p95: changed('latency_p95'),
    error_rate: changed('error_rate'),
    throughput: changed('throughput'),
  };
}

function codeOf(learned: Learned): number {
  if (learned === undefined) return unknown;
  const bucket = valueBucket(learned.value);
  return learned.isOutside ? outside(bucket) : bucket;
}

/** Adds the values of an hour to a tally of buckets, but not that of the minute `except`. */
export function tallyHour(
  tally: Map<number, number>,
  hour: RecentHour,
  metric: AnomalyMetric,
  except?: number,
): void {
  const skipped = except === undefined ? -1 : except % hourMinutes;
  const codes = hour[metric];
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? unknown;
    if (code >= 0 && at !== skipped) tally.set(code, (tally.get(code) ?? 0) + 1);
  }
}

/**
 * What an hour adds to the histogram of its hour of the week. What lay outside of the band for most of the hour may
 * come back each week, as a job does; what did so for minutes is an incident, and forgotten.
 */
export function hourCounts(hour: RecentHour, metric: AnomalyMetric): Counts {
  const outsideCount = hour[metric].filter(code => code < unknown).length;
  const isSeason = outsideCount >= anomalyParameters.seasonMinutesMin;
  const learned = isSeason
    ? hour[metric].map(code => (code < unknown ? inside(code) : code))
    : hour[metric];
  const tally = new Map<number, number>();
  tallyHour(tally, { ...hour, [metric]: learned }, metric);
  return inOrder(tally);
}
