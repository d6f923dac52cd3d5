import type { Counts } from '../../../../domain/anomalies/counts.ts';
import { hourMinutes } from '../../../../domain/anomalies/parameters.ts';
import type { RecentHour } from '../../../../domain/anomalies/recent-hour.ts';
import type { Season } from '../../../../domain/anomalies/season.ts';
import { type AnomalyMetric, anomalyMetrics } from '../../../../schemas/anomalies/metric.ts';

/** Stored numbers are not negative: values in the band are even, those outside of it odd. */
const storedCode = (code: number): number => (code >= -1 ? (code + 1) * 2 : (-code - 2) * 2 + 1);
const codeOf = (stored: number): number =>
  stored % 2 === 0 ? stored / 2 - 1 : -2 - (stored - 1) / 2;

/** Two bytes at most for a minute and metric. */
export const encodeHour = (hour: RecentHour): Uint8Array =>
  encode(anomalyMetrics.flatMap(metric => hour[metric].map(storedCode)));

export function decodeHour(bytes: Uint8Array): RecentHour {
  const codes = decode(bytes).map(codeOf);
  const of = (index: number): readonly number[] =>
    codes.slice(index * hourMinutes, (index + 1) * hourMinutes);
  return { latency_p95: of(0), error_rate: of(1), throughput: of(2) };
}

/** Buckets as the distance from the one before, so that most pairs take two bytes. */
export const encodeSeason = (season: Season): Uint8Array =>
  encode(
    season.flatMap(({ week, counts }) => [
      week,
      ...anomalyMetrics.flatMap(metric => [counts[metric].length, ...distances(counts[metric])]),
    ]),
  );

function distances(counts: Counts): number[] {
  let last = 0;
  return counts.flatMap(([bucket, count]) => {
    const distance = bucket - last;
    last = bucket;
    return [distance, count];
  });
}

export function decodeSeason(bytes: Uint8Array): Season {
  const values = decode(bytes);
  let at = 0;
  const next = (): number => values[at++] ?? 0;
  const season: Season[number][] = [];
  while (at < values.length) {
    const week = next();
    const counts: Record<AnomalyMetric, Counts> = {
      latency_p95: countsFrom(next),
      error_rate: countsFrom(next),
      throughput: countsFrom(next),
    };
    season.push({ week, counts });
  }
  return season;
}

function countsFrom(next: () => number): Counts {
  let bucket = 0;
  return Array.from({ length: next() }, () => {
    bucket += next();
    return [bucket, next()] as const;
  });
}

/** Seven bits a byte, the lowest first; all but the last byte have the eighth bit. */
function encode(values: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (const value of values) {
    let rest = value;
    for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
    bytes.push(rest);
  }
  return Uint8Array.from(bytes);
}

function decode(bytes: Uint8Array): number[] {
  const values: number[] = [];
  let [value, shift] = [0, 0];
  for (const byte of bytes) {
    value |= (byte & 127) << shift;
    shift += 7;
    if (byte > 127) continue;
    values.push(value);
    [value, shift] = [0, 0];
  }
  return values;
}
