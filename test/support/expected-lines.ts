export const barsOf = (histogram: ReadonlyMap<number, number>): string =>
  [...histogram]
    .sort(([left], [right]) => left - right)
    .map(([bucket, count]) => `${bucket}:${count}`)
    .join(',');

/** 64 equal steps in each doubling, from a nanosecond on. */
export function bucketOf(nanos: number): number {
  let octave = 0;
  let below = 1;
  while (below * 2 <= nanos) {
    below *= 2;
    octave++;
  }
  return nanos < 1 ? 0 : octave * 64 + Math.floor((nanos / below - 1) * 64);
}

export function linesOf<Value>(
  values: ReadonlyMap<string, Value>,
  line: (value: Value) => string,
): ReadonlyMap<string, string> {
  return new Map([...values].map(([name, value]) => [name, line(value)]));
}
