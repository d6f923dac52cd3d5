import { fairLimit } from '../bounds/fair-limit.ts';
import { mapInTurns } from '../bounds/in-turns.ts';
import { pagesOf } from '../bounds/pages.ts';
import { unlessTooMuch } from '../bounds/too-much.ts';
import { limits } from '../config.ts';
import type { EventStacks } from '../source-maps/span-stacks.ts';
import type { QueryContext } from '../windows/window-metrics.ts';
import { type EarlySpans, isWhole as isWholeTrace } from './early-spans.ts';
import { byNumber } from './span-names.ts';
import { measure, type Place, readBare, readBetween, readWhole, type Size } from './span-reads.ts';
import { type Lost, type SpanRow, spanColumns } from './span-rows.ts';
import {
  type BrokenOff,
  bareSpan,
  mended,
  type Shortened,
  shortenedSpan,
} from './span-shortened.ts';

export type ReadSpan = SpanRow & Partial<Lost> & { readonly stacks?: EventStacks };

export type ReadSpans = {
  /** In the order of their starts. */
  readonly rows: readonly ReadSpan[];
  /** Of those that the trace has; at least as many as `rows`. */
  readonly spans: number;
};

/** The spans of a trace as they are, or as much of them as one answer may give. */
export async function readSpans(
  place: Place,
  reading: QueryContext,
  early?: EarlySpans,
): Promise<ReadSpans> {
  const { trace } = place;
  if (early !== undefined && isWholeTrace(early, trace)) return counted(place, [...early.rows]);
  if (Number(trace.spans) <= limits.traceSpansUnmeasuredMax) {
    const rows = await unlessTooMuch(readWhole(place, reading));
    // More may have come since they were counted.
    if (rows !== undefined && rows.length <= limits.traceSpansMax) return counted(place, rows);
  }
  return readMeasured(place, reading);
}

/** What fits into one answer, once it is known how long each span is. */
async function readMeasured(place: Place, reading: QueryContext): Promise<ReadSpans> {
  const measured = await unlessTooMuch(measure(place, reading));
  // They may lie beside spans so long that nothing can be read but what is short.
  if (measured === undefined) return counted(place, await readBare<ReadSpan>(place, reading));
  const { sizes, limit } = fitting(measured);
  const isWhole = sizes.every(({ bytes }) => bytes <= limit);
  const columns = isWhole ? whole : shortenedSpan(limit);
  return counted(place, await readPages(sizes, columns, place, reading), measured.length);
}

const whole: Shortened = { aliases: '', columns: spanColumns };

/** Past the limit, only the fragments have the count. */
function counted({ trace }: Place, rows: ReadSpan[], found = rows.length): ReadSpans {
  const spans = found < limits.traceSpansMax ? found : Math.max(found, Number(trace.spans));
  return { rows: rows.sort(byStart), spans };
}

/** Which of the first spans are read, and the most bytes that each may have. */
function fitting(sizes: readonly Size[]): {
  readonly sizes: readonly Size[];
  readonly limit: number;
} {
  const { traceReadBytesMax, traceSpanBytesMin } = limits;
  const fair = fairLimit(
    sizes.map(({ bytes }) => bytes),
    traceReadBytesMax,
  );
  const limit = Math.min(traceReadBytesMax, Math.max(traceSpanBytesMin, Math.floor(fair)));
  const given = sizes.map(({ bytes }) => ({ bytes: Math.min(bytes, limit) }));
  const [first = []] = pagesOf(given, traceReadBytesMax);
  return { sizes: sizes.slice(0, first.length), limit };
}

type Read = SpanRow & Partial<Lost & BrokenOff>;

/** The warehouse holds the spans of a statement several times while it shortens them, so one has a page of them. */
async function readPages(
  sizes: readonly Size[],
  columns: Shortened,
  place: Place,
  reading: QueryContext,
): Promise<ReadSpan[]> {
  const rows: ReadSpan[] = [];
  let after: Size | undefined;
  for (const page of pagesOf(sizes, limits.shortenedBytesMax)) {
    const between = { after, upTo: page.at(-1) };
    const read =
      (await unlessTooMuch(readBetween<Read>(between, columns, place, reading))) ??
      (await readBetween<Read>(between, bareSpan, place, reading));
    for (const row of await mapInTurns(read, mended)) rows.push(row);
    after = between.upTo;
  }
  return rows;
}

/** Ordering these columns costs an eighth of the statement's time, for any number of rows. */
const byStart = (left: SpanRow, right: SpanRow): number =>
  byNumber(left.start, right.start) || byNumber(left.span_id, right.span_id);
