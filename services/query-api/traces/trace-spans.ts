import type { OrganizationId } from '../../../schemas/ids.ts';
import { spanBucketStart } from '../../../schemas/window.ts';
import { fairLimit } from '../bounds/fair-limit.ts';
import { mapInTurns } from '../bounds/in-turns.ts';
import { pagesOf } from '../bounds/pages.ts';
import { unlessTooMuch } from '../bounds/too-much.ts';
import { limits } from '../config.ts';
import { type Reading, readRows } from '../windows/window-metrics.ts';
import { type Lost, type SpanRow, spanColumns } from './span-rows.ts';
import { type BrokenOff, mended, type Shortened, shortenedSpan } from './span-shortened.ts';
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

/** What fits into one answer, once it is known how long each span is. */
async function readMeasured(place: Place, reading: Reading): Promise<ReadSpans> {
  const measured = await measure(place, reading);
  const { sizes, limit } = fitting(measured);
  const isWhole = sizes.every(({ bytes }) => bytes <= limit);
  const rows = isWhole
    ? await readBetween(
        undefined,
        sizes.at(-1),
        place,
        { aliases: '', columns: spanColumns },
        reading,
      )
    : await readShortened(sizes, limit, place, reading);
  // Past the limit nobody counts but the fragments.
  const isAll = measured.length < limits.traceSpansMax;
  const spans = isAll ? measured.length : Math.max(measured.length, Number(place.trace.spans));
  return { rows: rows.sort(byStart), spans };
}

type Size = Pick<SpanRow, 'start' | 'span_id'> & { readonly bytes: number };

/** The first spans of a trace, and how many bytes each has: a name counts wherever it stands. */
async function measure(place: Place, reading: Reading): Promise<Size[]> {
  const rows = await readRows<Omit<Size, 'bytes'> & { readonly bytes: string }>(
    {
      sql: `SELECT spans.start AS start, spans.span_id AS span_id, byteSize(${longColumns}) AS bytes
            ${spansOf(place)} ORDER BY spans.start, spans.span_id LIMIT ${limits.traceSpansMax}`,
      parameters: parametersOf(place),
    },
    reading,
  );
  return rows.map(({ bytes, ...place }) => ({ ...place, bytes: Number(bytes) }));
}

const longColumns = `spans.service, spans.name, spans.status_message, spans.trace_state, attributes.key,
  attributes.type, attributes.value, events.time, events.name, events.attributes, links.trace_id,
  links.trace_state, links.attributes`;

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

/** The warehouse holds the spans of a statement several times while it shortens them, so one has a page of them. */
async function readShortened(
  sizes: readonly Size[],
  limit: number,
  place: Place,
  reading: Reading,
): Promise<ReadSpan[]> {
  const shortened = shortenedSpan(limit);
  const rows: ReadSpan[] = [];
  let after: Size | undefined;
  for (const page of pagesOf(sizes, limits.shortenedBytesMax)) {
    const upTo = page.at(-1);
    const read = await readBetween<Broken>(after, upTo, place, shortened, reading);
    for (const row of await mapInTurns(read, mended)) rows.push(row);
    after = upTo;
  }
  return rows;
}

type Broken = SpanRow & Lost & BrokenOff;

/** The spans after one and up to another, in no order. */
const readBetween = <Row = SpanRow>(
  after: Size | undefined,
  upTo: Size | undefined,
  place: Place,
  { aliases, columns }: Shortened,
  reading: Reading,
): Promise<Row[]> =>
  readRows(
    {
      sql: `${aliases} SELECT ${columns} ${spansOf(place)}
              AND (spans.start, spans.span_id) > (${instantSql('after')}, {afterSpan:UInt64})
              AND (spans.start, spans.span_id) <= (${instantSql('upTo')}, {upToSpan:UInt64})
            LIMIT ${limits.traceSpansMax}`,
      parameters: {
        ...parametersOf(place),
        ...{ after: after?.start ?? beforeAll, afterSpan: after?.span_id ?? '0' },
        ...{ upTo: upTo?.start ?? beforeAll, upToSpan: upTo?.span_id ?? '0' },
      },
    },
    reading,
  );

const beforeAll = '1900-01-01 00:00:00.000000000';

const instantSql = (name: string): string => `toDateTime64({${name}:String}, 9, 'UTC')`;

/** Every span ended between the first start and the last end of its trace: that bounds the buckets. */
const spansOf = ({ trace: { first, last } }: Place): string =>
  `FROM spans PREWHERE organization = {organization:String} AND spans.trace_id = {trace:String}
     AND bucket >= ${spanBucketStart(secondsOf(first))} AND bucket <= ${secondsOf(last)}`;

const parametersOf = ({ organization, trace: { id } }: Place) => ({ organization, trace: id });

/** To order so many columns in the statement costs an eighth of its time, whatever it reads. */
const byStart = (left: SpanRow, right: SpanRow): number =>
  byNumber(left.start, right.start) || byNumber(left.span_id, right.span_id);
