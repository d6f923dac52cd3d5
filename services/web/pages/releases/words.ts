import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { durationText, percentText } from '../../ui/figures.ts';

export type ListedRelease = ResponseOf<'listReleaseFigures'>['releases'][number];
export type ReleaseFigures = NonNullable<ListedRelease['figures']>;

/** A figure before and after a deployment. */
export type Pair = readonly [before: string, after: string];

type Side = ReleaseFigures['before'];

/** A figure of one side; none where there was no request. */
export const sideText = (side: Side, text: (side: Side) => string): string =>
  side.request_count === 0 ? '–' : text(side);

const pairOf =
  (text: (side: Side) => string) =>
  ({ before, after }: ReleaseFigures): Pair => [sideText(before, text), sideText(after, text)];

export const errorRateText = (side: Side): string => percentText(side.error_rate);
export const latencyText = (side: Side): string => durationText(side.p95_latency);

export const errorRates = pairOf(errorRateText);
export const latencies = pairOf(latencyText);

/** Length of both windows, such as `24 h` or `35 min`. */
export function windowText({ window_seconds: seconds }: ReleaseFigures): string {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}
