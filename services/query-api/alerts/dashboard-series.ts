import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { averageMs, emptyHistogram, type Histogram, quantileMs } from '../windows/histogram.ts';
import { instantOfSeconds } from '../windows/window-metrics.ts';
import type { TimeRange } from '../windows/window-rows.ts';

type Dashboard = ResponseOf<'alertDashboard'>;
type Point = Dashboard['time_series'][number];

type Steps = TimeRange & { readonly stepSeconds: number };

const stepSeconds = { '1h': 60, '6h': 300, '24h': 900 } as const;

/** Whole steps since 1970 that hold the range; the last one is still open. */
export function stepsOf(window: Dashboard['window'], range: TimeRange): Steps {
  const step = stepSeconds[window];
  return {
    stepSeconds: step,
    fromSeconds: Math.floor(range.fromSeconds / step) * step,
    toSeconds: Math.ceil(range.toSeconds / step) * step,
  };
}

/** A point for each step, those in which nothing happened too. */
export function seriesOf(
  { fromSeconds, toSeconds, stepSeconds: step }: Steps,
  found: ReadonlyMap<number, Histogram>,
): Point[] {
  return Array.from({ length: (toSeconds - fromSeconds) / step }, (_, index) => {
    const start = fromSeconds + index * step;
    return pointOf(start, found.get(start) ?? emptyHistogram);
  });
}

function pointOf(start: number, histogram: Histogram): Point {
  const timestamp = instantOfSeconds(start);
  return {
    time: timestamp.slice('2026-01-01T'.length, '2026-01-01T00:00'.length),
    timestamp,
    requests: histogram.n,
    errors: histogram.errors,
    avg_duration: Math.round(averageMs(histogram)),
    p50: Math.round(quantileMs(histogram, 0.5)),
    p95: Math.round(quantileMs(histogram, 0.95)),
    p99: Math.round(quantileMs(histogram, 0.99)),
  };
}
