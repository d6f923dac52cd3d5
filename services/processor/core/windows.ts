import { bucketOf } from '../../../schemas/window.ts';
import { openExemplarRows } from './exemplar-rows.ts';
import { type SpanColumnsView, statusError } from './span-columns-view.ts';
import { openPairs, type TupleSet } from './tuple-set.ts';

/** One histogram of durations; organization, service and operation are indexes into the batch's lists. */
export type Window = {
  readonly organization: number;
  readonly service: number;
  readonly operation: number;
  readonly entry: boolean;
  /** Start of the slot in seconds since 1970. */
  readonly time: number;
  readonly n: number;
  readonly errors: number;
  /** Ascending, with the count of each beside it. */
  readonly buckets: readonly number[];
  readonly counts: readonly number[];
};

export type WindowFold = {
  /** Adds the spans of rows `from` … `to`, exclusive. */
  add(spans: SpanColumnsView, from: number, to: number): void;
  result(): readonly Window[];
  /** For each window of the result: rows of spans that show what it means, at most `exemplarsMax`. */
  exemplars(): readonly (readonly number[])[];
};

/**
 * Folds spans into windows of event time, by the end of the span. Integer sums only, so the order
 * of the spans and how they were batched does not matter.
 *  operationIndex  index of the operation of a span name's index
 *  slotSeconds     length of a window
 *  cost            see test/bench/README.md; no object per span, one per window
 */
export function openWindowFold(
  operationIndex: (name: number) => number,
  slotSeconds: number,
): WindowFold {
  const services = openPairs();
  const series = openPairs();
  const windows = openPairs();
  const bars = openPairs();
  const errors = openCounts();
  const counts = openCounts();
  const exemplars = openExemplarRows();
  const addSpan = (spans: SpanColumnsView, at: number): void => {
    const service = services.number(spans.organization[at] as number, spans.service[at] as number);
    const operation = operationIndex(spans.name[at] as number) * 2 + (spans.entry[at] as number);
    const slot = Math.floor((spans.endSeconds[at] as number) / slotSeconds);
    const window = windows.number(series.number(service, operation), slot);
    counts.add(bars.number(window, bucketOf(spans.duration[at] as number)), 1);
    const isError = spans.status[at] === statusError;
    if (isError) errors.add(window, 1);
    if (spans.entry[at] === 1) exemplars.add(window, at, spans.duration[at] as number, isError);
  };
  return {
    add: (spans, from, to) => {
      for (let at = from; at < to; at++) addSpan(spans, at);
    },
    result: () =>
      histograms(windows.size(), bars).map((bins, window) => {
        const line = windows.a(window);
        const service = series.a(line);
        return {
          organization: services.a(service),
          service: services.b(service),
          operation: Math.floor(series.b(line) / 2),
          entry: series.b(line) % 2 === 1,
          time: windows.b(window) * slotSeconds,
          n: bins.reduce((sum, bar) => sum + counts.of(bar), 0),
          errors: errors.of(window),
          buckets: bins.map(bar => bars.b(bar)),
          counts: bins.map(counts.of),
        };
      }),
    exemplars: () => Array.from({ length: windows.size() }, (_, window) => exemplars.of(window)),
  };
}

/**
 * The same spans in longer windows: sums of sums, so that spans are looked at once.
 *  slotSeconds  a multiple of the length of the windows given
 */
export function rollUp(windows: readonly Window[], slotSeconds: number): Window[] {
  const services = openPairs();
  const series = openPairs();
  const slots = openPairs();
  const groups: Window[][] = [];
  for (const window of windows) {
    const service = services.number(window.organization, window.service);
    const line = series.number(service, window.operation * 2 + (window.entry ? 1 : 0));
    const group = slots.number(line, Math.floor(window.time / slotSeconds));
    const others = groups[group];
    if (others === undefined) groups[group] = [window];
    else others.push(window);
  }
  return groups.map((group, slot) => ({ ...sumOf(group), time: slots.b(slot) * slotSeconds }));
}

function sumOf(windows: readonly Window[]): Window {
  const [first] = windows as readonly [Window];
  if (windows.length === 1) return first;
  const bars = new Map<number, number>();
  for (const { buckets, counts } of windows) {
    buckets.forEach((bucket, bar) => {
      bars.set(bucket, (bars.get(bucket) ?? 0) + (counts[bar] as number));
    });
  }
  const buckets = [...bars.keys()].sort((left, right) => left - right);
  return {
    ...first,
    n: windows.reduce((sum, window) => sum + window.n, 0),
    errors: windows.reduce((sum, window) => sum + window.errors, 0),
    buckets,
    counts: buckets.map(bucket => bars.get(bucket) as number),
  };
}

/** The bars of each window, ascending by bucket. */
function histograms(windows: number, bars: TupleSet): number[][] {
  const bins: number[][] = Array.from({ length: windows }, () => []);
  for (let bar = 0; bar < bars.size(); bar++) bins[bars.a(bar)]?.push(bar);
  for (const bin of bins) bin.sort((left, right) => bars.b(left) - bars.b(right));
  return bins;
}

/** A sum for each of some dense numbers, 0 for those that were never added to. */
function openCounts() {
  let sums = new Uint32Array(1024);
  return {
    add: (number: number, count: number): void => {
      if (number >= sums.length) {
        const larger = new Uint32Array(Math.max(sums.length * 2, number + 1));
        larger.set(sums);
        sums = larger;
      }
      sums[number] = (sums[number] as number) + count;
    },
    of: (number: number): number => sums[number] ?? 0,
  };
}
