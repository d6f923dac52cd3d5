import type { OrganizationId } from '../../../schemas/ids.ts';
import { targetKeys, targetOf, targetText } from '../../../schemas/telemetry/call-target.ts';
import { spanBucketStart } from '../../../schemas/window.ts';
import type { SampledSpan } from '../core/root-causes/sampled-span.ts';
import { clampToDateTime } from '../traces/span-names.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import type { TimeRange } from '../windows/window-rows.ts';
import { rootCauseLimits } from './config.ts';

type Asked = {
  readonly organization: OrganizationId;
  readonly service: string;
  readonly range: TimeRange;
  /** A condition on the spans and errors that count; all when empty. */
  readonly known: string;
};

/** Traces as the warehouse names them, a UUID. */
type TraceIdRow = { readonly id: string };

/** The latest traces in which a span of the service failed. */
export const readFailedTraces = (asked: Asked, reading: QueryContext): Promise<string[]> =>
  readIds(
    `SELECT errors.trace_id AS id FROM errors
     WHERE organization = {organization:UUID} AND service = {service:String}
       AND time >= toDateTime({from:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC') ${asked.known}
     GROUP BY id ORDER BY max(time) DESC, id LIMIT ${rootCauseLimits.failedTracesMax}`,
    asked,
    reading,
  );

/** The traces with the slowest spans of the service. */
export const readSlowTraces = (asked: Asked, reading: QueryContext): Promise<string[]> =>
  readIds(
    `SELECT spans.trace_id AS id FROM spans
     PREWHERE organization = {organization:UUID} AND bucket >= toDateTime({bucket:UInt32}, 'UTC')
       AND bucket < toDateTime({to:UInt32}, 'UTC') AND service = {service:String} ${asked.known}
     WHERE addNanoseconds(spans.start, spans.duration) >= toDateTime({from:UInt32}, 'UTC')
       AND addNanoseconds(spans.start, spans.duration) < toDateTime({to:UInt32}, 'UTC')
     GROUP BY id ORDER BY max(spans.duration) DESC, id LIMIT ${rootCauseLimits.slowTracesMax}`,
    asked,
    reading,
  );

/** Traces with a request of the service, chosen by their ids so that they are typical of the range. */
export const readTypicalTraces = (asked: Asked, reading: QueryContext): Promise<string[]> =>
  readIds(
    `SELECT spans.trace_id AS id FROM spans
     PREWHERE organization = {organization:UUID} AND bucket >= toDateTime({bucket:UInt32}, 'UTC')
       AND bucket < toDateTime({to:UInt32}, 'UTC') AND service = {service:String} ${asked.known}
     WHERE (kind IN (2, 5) OR spans.parent_span_id = 0)
       AND addNanoseconds(spans.start, spans.duration) >= toDateTime({from:UInt32}, 'UTC')
       AND addNanoseconds(spans.start, spans.duration) < toDateTime({to:UInt32}, 'UTC')
     GROUP BY id ORDER BY cityHash64(id) LIMIT ${rootCauseLimits.typicalTracesMax}`,
    asked,
    reading,
  );

async function readIds(
  sql: string,
  { organization, service, range }: Asked,
  reading: QueryContext,
): Promise<string[]> {
  const { fromSeconds: from, toSeconds: to } = range;
  const parameters = { organization, service, from, to, bucket: spanBucketStart(from) };
  const rows = await readRows<TraceIdRow>({ sql, parameters }, reading);
  return rows.map(({ id }) => id);
}

type SpanRow = {
  readonly trace: string;
  readonly span: string;
  readonly parent: string;
  readonly service: string;
  readonly name: string;
  readonly kind: number;
  readonly began: string;
  readonly nanos: string;
  /** Values of `targetKeys`. */
  readonly target: readonly string[];
  readonly failed: number;
  readonly error_type: string;
  readonly text: string;
};

/** The spans of traces, with the errors of those that failed; one beyond the limit shows that there are more. */
export async function readSampledSpans(
  { organization, range, known }: Pick<Asked, 'organization' | 'range' | 'known'>,
  ids: readonly string[],
  reading: QueryContext,
): Promise<SampledSpan[]> {
  if (ids.length === 0) return [];
  const from = clampToDateTime(range.fromSeconds - rootCauseLimits.aroundSeconds);
  const to = clampToDateTime(range.toSeconds + rootCauseLimits.aroundSeconds);
  const rows = await readRows<SpanRow>(
    {
      sql: selectSpans(known),
      parameters: { organization, ids, from, to, bucket: spanBucketStart(from) },
    },
    reading,
  );
  return rows.map(row => ({
    trace: row.trace,
    span: row.span,
    parent: row.parent,
    service: row.service,
    name: row.name,
    kind: row.kind,
    start: Number(row.began),
    duration: Number(row.nanos),
    peer: peerOf(row.target),
    failed: row.failed === 1,
    errorType: row.error_type,
    message: row.text,
  }));
}

function peerOf(values: readonly string[]): string {
  const target = targetOf(values, '');
  return target === undefined ? '' : targetText(target);
}

const text = (column: string): string =>
  `leftUTF8(${column}, ${rootCauseLimits.messageCharactersMax})`;

/** Names of the semantic conventions, no text of a client. */
const targetValue = (key: (typeof targetKeys)[number]): string =>
  `${text(`attributes.value[indexOf(attributes.key, '${key}')]`)}`;

const selectSpans = (known: string): string => `
  SELECT sampled.*, failures.type AS error_type, failures.message AS text
  FROM (
    SELECT spans.trace_id AS trace, spans.span_id AS span, spans.parent_span_id AS parent, service,
           ${text('name')} AS name, kind, toUnixTimestamp64Nano(spans.start) - {from:Int64} * 1000000000 AS began,
           spans.duration AS nanos, status = 2 AS failed, [${targetKeys.map(targetValue).join(', ')}] AS target
    FROM spans
    PREWHERE organization = {organization:UUID} AND bucket >= toDateTime({bucket:UInt32}, 'UTC')
      AND bucket < toDateTime({to:UInt32}, 'UTC') AND spans.trace_id IN {ids:Array(UUID)} ${known}
    ORDER BY began, trace, span LIMIT ${rootCauseLimits.spansMax + 1}
  ) AS sampled
  LEFT ANY JOIN (
    SELECT errors.trace_id AS trace, errors.span_id AS span, ${text('type')} AS type,
           ${text('message')} AS message
    FROM errors
    WHERE organization = {organization:UUID} AND time >= toDateTime({from:UInt32}, 'UTC')
      AND time < toDateTime({to:UInt32}, 'UTC') AND errors.trace_id IN {ids:Array(UUID)} ${known}
  ) AS failures ON failures.trace = sampled.trace AND failures.span = sampled.span`;
