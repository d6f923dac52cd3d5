import type { Span } from './time-search.ts';

/** Starts of the steps of a range, which are multiples since 1970, in milliseconds. */
export function stepStarts({ fromMs, toMs }: Span, stepSeconds: number): readonly number[] {
  const stepMs = stepSeconds * 1_000;
  const first = Math.floor(fromMs / stepMs) * stepMs;
  return Array.from(
    { length: Math.ceil((toMs - first) / stepMs) },
    (_, index) => first + index * stepMs,
  );
}

type Timed = { readonly timestamp: string };

/**
 * A value for each step. The server leaves out steps in which nothing happened; the line between their
 * neighbours would tell of something.
 */
export function filled<Point extends Timed, Value>(
  starts: readonly number[],
  series: readonly Point[],
  value: (point: Point) => Value,
  missing: Value,
): readonly Value[] {
  const found = new Map(series.map(point => [Date.parse(point.timestamp), point]));
  return starts.map(start => {
    const point = found.get(start);
    return point === undefined ? missing : value(point);
  });
}
