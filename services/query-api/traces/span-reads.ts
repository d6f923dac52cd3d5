import type { OrganizationId } from '../../../schemas/ids.ts';
import { spanBucketStart } from '../../../schemas/window.ts';
import { limits } from '../config.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import { secondsOf } from './span-names.ts';
import { type SpanRow, spanColumns } from './span-rows.ts';
import { bareSpan, type Shortened } from './span-shortened.ts';
import type { TraceRow } from './trace-rows.ts';

/** The trace whose spans are read, and a condition on what counts of it: all when empty. */
export type Place = {
  readonly organization: OrganizationId;
  readonly trace: TraceRow;
  readonly known: string;
};

/** A span by its place in the order of starts, and how many bytes it has. */
export type Size = Pick<SpanRow, 'start' | 'span_id'> & { readonly bytes: number };

/** The spans as they are, in no order. */
export const readWhole = (place: Place, reading: QueryContext): Promise<SpanRow[]> =>
  readRows(
    {
      sql: `SELECT ${spanColumns} ${spansOf(place)} LIMIT ${limits.traceSpansMax + 1}`,
      parameters: parametersOf(place),
    },
    reading,
    { resultBytesMax: limits.traceReadBytesMax },
  );

/** Spans by when they ended, in seconds. */
export type Ended = { readonly fromSeconds: number; readonly toSeconds: number };

/** The spans of a trace that ended in a range, in no order, when nothing else is known of the trace. */
export const readEnded = (
  { organization, id }: { readonly organization: OrganizationId; readonly id: string },
  { fromSeconds, toSeconds }: Ended,
  reading: QueryContext,
): Promise<SpanRow[]> =>
  readRows(
    {
      sql: `SELECT ${spanColumns} ${spansEnded(fromSeconds, toSeconds)}
            LIMIT ${limits.traceSpansUnmeasuredMax + 1}`,
      parameters: { organization, trace: id },
    },
    reading,
    { resultBytesMax: limits.traceReadBytesMax },
  );

/** The first spans, and how many bytes each has: a name counts wherever it stands. */
export async function measure(place: Place, reading: QueryContext): Promise<Size[]> {
  const rows = await readRows<Omit<Size, 'bytes'> & { readonly bytes: string }>(
    {
      sql: `SELECT spans.start AS start, spans.span_id AS span_id, byteSize(${longColumns}) AS bytes
            ${spansOf(place)} ${firstSpans} ${oneByOne}`,
      parameters: parametersOf(place),
    },
    reading,
  );
  return rows.map(({ bytes, ...span }) => ({ ...span, bytes: Number(bytes) }));
}

/** The spans after one and up to another, in no order. */
export const readBetween = <Row>(
  { after, upTo }: { readonly after: Size | undefined; readonly upTo: Size | undefined },
  { aliases, columns }: Shortened,
  place: Place,
  reading: QueryContext,
): Promise<Row[]> =>
  readRows(
    {
      sql: `${aliases} SELECT ${columns} ${spansOf(place)}
              AND (spans.start, spans.span_id) > (${instantSql('after')}, {afterSpan:UInt64})
              AND (spans.start, spans.span_id) <= (${instantSql('upTo')}, {upToSpan:UInt64})
            LIMIT ${limits.traceSpansMax} ${oneByOne}`,
      parameters: {
        ...parametersOf(place),
        after: after?.start ?? beforeAll,
        afterSpan: after?.span_id ?? '0',
        upTo: upTo?.start ?? beforeAll,
        upToSpan: upTo?.span_id ?? '0',
      },
    },
    reading,
  );

/** The spans of one id. */
export const readSpan = <Row>(
  place: Place,
  span: bigint,
  { aliases, columns }: Shortened,
  reading: QueryContext,
): Promise<Row[]> =>
  readRows(
    {
      sql: `${aliases} SELECT ${columns} ${spansOf(place)} AND spans.span_id = {span:UInt64}
            ORDER BY spans.start, spans.kind LIMIT ${limits.sameIdSpansMax} ${oneByOne}`,
      parameters: { ...parametersOf(place), span },
    },
    reading,
    { resultBytesMax: limits.traceReadBytesMax },
  );

/** The first spans without what may be long. */
export const readBare = <Row>(place: Place, reading: QueryContext): Promise<Row[]> =>
  readRows(
    {
      sql: `SELECT ${bareSpan.columns} ${spansOf(place)} ${firstSpans}`,
      parameters: parametersOf(place),
    },
    reading,
  );

const longColumns = `spans.service, spans.name, spans.status_message, spans.trace_state, attributes.key,
  attributes.type, attributes.value, events.time, events.name, events.attributes, links.trace_id,
  links.trace_state, links.attributes`;

const firstSpans = `ORDER BY spans.start, spans.span_id LIMIT ${limits.traceSpansMax}`;

/** Not several pieces of a table at once: each may be long. */
const oneByOne = 'SETTINGS max_threads = 1';

const beforeAll = '1900-01-01 00:00:00.000000000';

const instantSql = (name: string): string => `toDateTime64({${name}:String}, 9, 'UTC')`;

/** Every span ended between the first start and the last end of its trace: that bounds the buckets. */
export const spansOf = ({ trace: { first, last }, known }: Place): string =>
  `${spansEnded(secondsOf(first), secondsOf(last))} ${known}`;

const spansEnded = (fromSeconds: number, toSeconds: number): string =>
  `FROM spans PREWHERE organization = {organization:String} AND spans.trace_id = {trace:String}
     AND bucket >= ${spanBucketStart(fromSeconds)} AND bucket <= ${toSeconds}`;

export const parametersOf = ({ organization, trace: { id } }: Place) => ({
  organization,
  trace: id,
});
