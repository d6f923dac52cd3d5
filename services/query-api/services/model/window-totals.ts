import type { Histogram } from '../../windows/histogram.ts';
import type { TimeRange } from '../../windows/window-rows.ts';

/** What a service did in a range of time. */
export type ServiceTotals = {
  readonly service: string;
  /** Of its requests. */
  readonly histogram: Histogram;
  /** Start of its last window, in seconds. */
  readonly last: number;
};

/** Spans of a service in one window: those of requests have a histogram, others show that it was there. */
export type Piece = Omit<Histogram, 'n'> & { readonly service: string; readonly time: number };

export type WindowTotals = {
  /** What came for a window of the range, or for a later one. */
  readonly add: (piece: Piece) => void;
  /** Moves the range on. False: what is known does not say what it holds. */
  readonly advance: (range: TimeRange) => boolean;
  /** In the order of the warehouse. Equal objects mean that nothing of a service has changed. */
  readonly all: () => readonly ServiceTotals[];
  /** What takes memory. */
  readonly services: () => number;
  readonly buckets: () => number;
};

/**
 * The sums of each service over a range of time that moves on. Kept by window is only what will leave the range
 * before `edgeSeconds`, and what will enter it.
 *  whole  what lies in the range and stays in it up to the edge, one piece for each service
 */
export function createWindowTotals(
  range: TimeRange,
  edgeSeconds: number,
  whole: readonly Piece[],
): WindowTotals {
  let { fromSeconds, toSeconds } = range;
  const sums = new Map<string, Sum>();
  const leaving = createSlots();
  const entering = createSlots();
  let buckets = 0;
  const count = (piece: Piece, sign: 1 | -1): void => {
    const sum = sums.get(piece.service) ?? openSum(piece);
    sums.set(piece.service, sum);
    buckets += change(sum, piece, sign);
  };
  const add = (piece: Piece): void => {
    if (piece.time >= toSeconds) entering.push(piece);
    else if (piece.time >= fromSeconds) {
      count(piece, 1);
      if (piece.time < edgeSeconds) leaving.push(piece);
    }
  };
  const move = (): void => {
    for (const piece of leaving.takeBefore(fromSeconds)) count(piece, -1);
    for (const piece of entering.takeBefore(toSeconds)) add(piece);
    for (const [service, { last }] of sums) if (last < fromSeconds) sums.delete(service);
  };
  for (const piece of whole) count(piece, 1);
  return {
    add,
    advance: next => {
      const isBack = next.fromSeconds < fromSeconds || next.toSeconds < toSeconds;
      if (isBack || next.fromSeconds > edgeSeconds) return false;
      const isSame = next.fromSeconds === fromSeconds && next.toSeconds === toSeconds;
      ({ fromSeconds, toSeconds } = next);
      if (!isSame) move();
      return true;
    },
    all: () => [...sums.values()].sort(byName).map(totalsOf),
    services: () => sums.size,
    buckets: () => buckets + leaving.buckets() + entering.buckets(),
  };
}

type Sum = {
  readonly service: string;
  readonly name: Buffer;
  readonly counts: Map<number, number>;
  errors: number;
  last: number;
  totals: ServiceTotals | undefined;
};

const openSum = ({ service, time }: Piece): Sum => ({
  service,
  name: Buffer.from(service),
  counts: new Map(),
  errors: 0,
  last: time,
  totals: undefined,
});

/** By how many buckets the sum has more than before. */
function change(sum: Sum, piece: Piece, sign: 1 | -1): number {
  const { counts } = sum;
  const before = counts.size;
  for (const [index, bucket] of piece.buckets.entries()) {
    const left = (counts.get(bucket) ?? 0) + sign * (piece.counts[index] ?? 0);
    if (left === 0) counts.delete(bucket);
    else counts.set(bucket, left);
  }
  sum.errors += sign * piece.errors;
  sum.last = Math.max(sum.last, piece.time);
  sum.totals = undefined;
  return counts.size - before;
}

function totalsOf(sum: Sum): ServiceTotals {
  sum.totals ??= { service: sum.service, histogram: histogramOf(sum), last: sum.last };
  return sum.totals;
}

function histogramOf({ counts, errors }: Sum): Histogram {
  const bars = [...counts].sort(([left], [right]) => left - right);
  return {
    n: bars.reduce((n, [, bar]) => n + bar, 0),
    errors,
    buckets: bars.map(([bucket]) => bucket),
    counts: bars.map(([, bar]) => bar),
  };
}

/** As ClickHouse orders text. */
const byName = (left: Sum, right: Sum): number => Buffer.compare(left.name, right.name);

/** Pieces by the window that they are of. */
function createSlots() {
  const slots = new Map<number, Piece[]>();
  let buckets = 0;
  return {
    push: (piece: Piece): void => {
      const slot = slots.get(piece.time);
      if (slot === undefined) slots.set(piece.time, [piece]);
      else slot.push(piece);
      // One without a histogram takes memory as well.
      buckets += 1 + piece.buckets.length;
    },
    takeBefore: (seconds: number): Piece[] => {
      const taken: Piece[] = [];
      for (const [time, pieces] of slots) {
        if (time >= seconds) continue;
        slots.delete(time);
        taken.push(...pieces);
      }
      for (const piece of taken) buckets -= 1 + piece.buckets.length;
      return taken;
    },
    buckets: (): number => buckets,
  };
}
