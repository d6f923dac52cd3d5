import type { OrganizationId } from '../../../schemas/ids.ts';
import { spanBucketStart } from '../../../schemas/window.ts';
import { fairLimit } from '../bounds/fair-limit.ts';
import { mapInTurns } from '../bounds/in-turns.ts';
import { unlessTooMuch } from '../bounds/too-much.ts';
import { limits } from '../config.ts';
import { type Reading, readRows } from '../windows/window-metrics.ts';
import { type Lost, type SpanRow, spanColumns } from './span-rows.ts';
import { type BrokenOff, mended, shortenedSpan } from './span-shortened.ts';
import { byNumber, secondsOf } from './span-words.ts';
import type { TraceRow } from './trace-rows.ts';

export type ReadSpan = SpanRow & Partial<Lost>;

export type ReadSpans = {
  /** In the order of their starts. */
  readonly rows: readonly ReadSpan[];
  /** Of those that the trace has; at least as many as `rows`. */
  readonly spans: number;
};

/** The spans of a trace as they are, or as much of them as one read may give. */
export async function readSpans(
  organization: OrganizationId,
  trace: TraceRow,
  reading: Reading,
): Promise<ReadSpans> {
  const place = { organization, trace };
  if (Number(trace.spans) <= limits.traceSpansUnmeasuredMax) {
    const rows = await unlessTooMuch(readWhole(place, reading));
    // More may have come since they were counted.
    if (rows !== undefined && rows.length <= limits.traceSpansMax) return allOf(rows);
  }
  return readMeasured(place, reading);
}

type Place = { readonly organization: OrganizationId; readonly trace: TraceRow };

const allOf = (rows: SpanRow[]): ReadSpans => ({ rows: rows.sort(byStart), spans: rows.length });

const readWhole = (place: Place, reading: Reading): Promise<SpanRow[]> =>
  readRows(
    {
      sql: `SELECT ${spanColumns} ${spansOf(place)} LIMIT ${limits.traceSpansMax + 1}`,
      parameters: parametersOf(place),
    },
    reading,
    { resultBytesMax: limits.traceReadBytesMax },
  );

/** What fits into one read, once it is known how long each span is. */
async function readMeasured(place: Place, reading: Reading): Promise<ReadSpans> {
  const sizes =
    (await unlessTooMuch(measure(place, reading))) ??
    (await measure(place, reading, limits.traceBlockRowsMin));
  const fit = fitting(sizes.map(({ bytes }) => Number(bytes)));
  const last = sizes[fit.count - 1];
  const rows = last === undefined ? [] : await readUpTo(last, fit, place, reading);
  // Past the limit nobody counts but the fragments.
  const isAll = sizes.length < limits.traceSpansMax;
  const spans = isAll ? sizes.length : Math.max(sizes.length, Number(place.trace.spans));
  return { rows: rows.sort(byStart), spans };
}

type Size = Pick<SpanRow, 'start' | 'span_id'> & { readonly bytes: string };

/** The first spans of a trace, and how many bytes each has: a name counts wherever it stands. */
const measure = (place: Place, reading: Reading, blockRows?: number): Promise<Size[]> =>
  readRows(
    {
      sql: `SELECT spans.start AS start, spans.span_id AS span_id, toString(byteSize(${longColumns})) AS bytes
            ${spansOf(place)} ORDER BY spans.start, spans.span_id
            LIMIT ${limits.traceSpansMax} ${inBlocksOf(blockRows)}`,
      parameters: parametersOf(place),
    },
    reading,
  );

const longColumns = `spans.service, spans.name, spans.status_message, spans.trace_state, attributes.key,
  attributes.type, attributes.value, events.time, events.name, events.attributes, links.trace_id,
  links.trace_state, links.attributes`;

/** The spans up to one, as they are or shortened. */
async function readUpTo(
  last: Size,
  { limit, longest }: Fit,
  place: Place,
  reading: Reading,
): Promise<ReadSpan[]> {
  const isWhole = limit >= longest;
  const { aliases, columns } = isWhole ? whole : shortenedSpan(limit);
  const rows = await readRows<SpanRow & Lost & BrokenOff>(
    {
      sql: `${aliases} SELECT ${columns} ${spansOf(place)}
            WHERE (spans.start, spans.span_id) <= (toDateTime64({start:String}, 9, 'UTC'), {span:UInt64})
            LIMIT ${limits.traceSpansMax} ${inBlocksOf(limits.traceBlockBytesMax / longest)}`,
      parameters: { ...parametersOf(place), start: last.start, span: last.span_id },
    },
    reading,
  );
  return isWhole ? rows : mapInTurns(rows, mended);
}

const whole = { aliases: '', columns: spanColumns };

/** ClickHouse holds a block of rows several times while it shortens them, so long rows need short blocks. */
const inBlocksOf = (rows: number = limits.traceBlockRowsMax): string =>
  rows >= limits.traceBlockRowsMax
    ? ''
    : `SETTINGS max_block_size = ${Math.max(limits.traceBlockRowsMin, Math.floor(rows))}`;

type Fit = {
  /** How many of the first spans are read. */
  readonly count: number;
  /** The most bytes that each of them may have. */
  readonly limit: number;
  /** How many the longest has. */
  readonly longest: number;
};

function fitting(sizes: readonly number[]): Fit {
  const { traceReadBytesMax, traceSpanBytesMin } = limits;
  const limit = Math.max(traceSpanBytesMin, fairLimit(sizes, traceReadBytesMax));
  let bytes = 0;
  const over = sizes.findIndex(size => {
    bytes += Math.min(size, limit);
    return bytes > traceReadBytesMax;
  });
  const count = over < 0 ? sizes.length : Math.max(1, over);
  const longest = sizes.slice(0, count).reduce((most, size) => Math.max(most, size), 1);
  return { count, longest, limit: Math.min(Math.floor(limit), traceReadBytesMax) };
}

/** Every span ended between the first start and the last end of its trace: that bounds the buckets. */
const spansOf = ({ trace: { first, last } }: Place): string =>
  `FROM spans PREWHERE organization = {organization:String} AND spans.trace_id = {trace:String}
     AND bucket >= ${spanBucketStart(secondsOf(first))} AND bucket <= ${secondsOf(last)}`;

const parametersOf = ({ organization, trace: { id } }: Place) => ({ organization, trace: id });

/** To order so many columns in the statement costs an eighth of its time, whatever it reads. */
const byStart = (left: SpanRow, right: SpanRow): number =>
  byNumber(left.start, right.start) || byNumber(left.span_id, right.span_id);
