/** The first row, the slowest, and the slowest with an error of each window; -1: none. */
export function openExemplarRows() {
  let first = new Int32Array(1024).fill(-1);
  let slowest = new Int32Array(1024).fill(-1);
  let failed = new Int32Array(1024).fill(-1);
  let slowestNanos = new Float64Array(1024);
  let failedNanos = new Float64Array(1024);
  const grow = (size: number): void => {
    first = larger(first, new Int32Array(size).fill(-1));
    slowest = larger(slowest, new Int32Array(size).fill(-1));
    failed = larger(failed, new Int32Array(size).fill(-1));
    slowestNanos = larger(slowestNanos, new Float64Array(size));
    failedNanos = larger(failedNanos, new Float64Array(size));
  };
  return {
    add: (window: number, row: number, nanos: number, isError: boolean): void => {
      if (window >= first.length) grow(Math.max(first.length * 2, window + 1));
      if (first[window] === -1) first[window] = row;
      if (slowest[window] === -1 || nanos > (slowestNanos[window] as number)) {
        slowest[window] = row;
        slowestNanos[window] = nanos;
      }
      if (isError && (failed[window] === -1 || nanos > (failedNanos[window] as number))) {
        failed[window] = row;
        failedNanos[window] = nanos;
      }
    },
    /** At most three, each once. */
    of: (window: number): number[] => [
      ...new Set([failed, slowest, first].map(rows => rows[window] ?? -1).filter(row => row >= 0)),
    ],
  };
}

function larger<Rows extends Int32Array | Float64Array>(rows: Rows, room: Rows): Rows {
  room.set(rows);
  return room;
}
