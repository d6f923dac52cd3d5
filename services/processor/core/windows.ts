import { bucketOf } from '../../../schemas/window.ts';
import { type SpanFigures, statusError } from './figures.ts';
import { openPairs, type Pairs } from './pairs.ts';

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
  add(spans: SpanFigures, from: number, to: number): void;
  result(): readonly Window[];
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
  const barCounts: number[] = [];
  const errors: number[] = [];
  const addSpan = (spans: SpanFigures, at: number): void => {
    const service = services.number(spans.organization[at] as number, spans.service[at] as number);
    const operation = operationIndex(spans.name[at] as number) * 2 + (spans.entry[at] as number);
    const slot = Math.floor((spans.endSeconds[at] as number) / slotSeconds);
    const window = windows.number(series.number(service, operation), slot);
    const bar = bars.number(window, bucketOf(spans.duration[at] as number));
    barCounts[bar] = (barCounts[bar] ?? 0) + 1;
    if (spans.status[at] === statusError) errors[window] = (errors[window] ?? 0) + 1;
  };
  return {
    add: (spans, from, to) => {
      for (let at = from; at < to; at++) addSpan(spans, at);
    },
    result: () =>
      histograms(windows.size(), bars, barCounts).map((bins, window) => {
        const line = windows.a(window);
        const service = series.a(line);
        return {
          organization: services.a(service),
          service: services.b(service),
          operation: Math.floor(series.b(line) / 2),
          entry: series.b(line) % 2 === 1,
          time: windows.b(window) * slotSeconds,
          n: bins.reduce((sum, bar) => sum + (barCounts[bar] as number), 0),
          errors: errors[window] ?? 0,
          buckets: bins.map(bar => bars.b(bar)),
          counts: bins.map(bar => barCounts[bar] as number),
        };
      }),
  };
}

/** The bars of each window, ascending by bucket. */
function histograms(windows: number, bars: Pairs, counts: readonly number[]): number[][] {
  const bins: number[][] = Array.from({ length: windows }, () => []);
  for (let bar = 0; bar < counts.length; bar++) bins[bars.a(bar)]?.push(bar);
  for (const bin of bins) bin.sort((left, right) => bars.b(left) - bars.b(right));
  return bins;
}
