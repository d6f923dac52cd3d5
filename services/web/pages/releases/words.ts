import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { durationText, percentText } from '../../ui/figures.ts';

export type ListedRelease = ResponseOf<'listReleaseFigures'>['releases'][number];
export type ReleaseFigures = NonNullable<ListedRelease['figures']>;

/** A figure before and after a deployment. */
export type Pair = readonly [before: string, after: string];

export const errorRates = ({ before, after }: ReleaseFigures): Pair => [
  percentText(before.error_rate),
  percentText(after.error_rate),
];

export const latencies = ({ before, after }: ReleaseFigures): Pair => [
  durationText(before.p95_latency),
  durationText(after.p95_latency),
];

/** Length of both windows, such as `24 h` or `35 min`. */
export function windowText({ window_seconds: seconds }: ReleaseFigures): string {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}
