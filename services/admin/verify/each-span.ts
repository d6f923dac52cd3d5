import { inflate } from '../../../platform/compression/codecs.ts';
import { visitTraces } from '../../../platform/otlp/wire/visit.ts';
import type { LogRecord } from '../../../platform/topic-log/port.ts';
import { dayMs } from '../../../schemas/durations.ts';
import { telemetryHeaders } from '../../../schemas/topics.ts';
import { spanBucketStart } from '../../../schemas/window.ts';
import { adminLimits } from '../config.ts';
import type { AdminContext } from '../context.ts';
import { readsOf, type SpanCheck } from './inspection.ts';

type SpanName = {
  /** Both in hexadecimal. */
  readonly trace: string;
  readonly span: string;
  readonly bucket: number;
};

/** Looks for each span of a request, whichever request it counts in. */
export async function inspectEachSpan(
  record: LogRecord,
  context: AdminContext,
  { findings, signal }: SpanCheck,
): Promise<void> {
  const spans = await spansOf(record, context);
  if (spans === undefined) return findings.skipped(1);
  const organization = record.headers[telemetryHeaders.organization] ?? '';
  for (let from = 0; from < spans.length; from += adminLimits.verifiedSpans) {
    const some = spans.slice(from, from + adminLimits.verifiedSpans);
    const there = await storedOf(organization, some, context, signal);
    const missing = some.filter(each => isKept(each, context) && !there.has(keyOf(each)));
    for (const { trace, span } of missing)
      findings.fault(
        `the span ${span} of the trace ${trace}, organization ${organization}, was accepted and is not in the warehouse`,
      );
  }
}

/** Spans that ended long before they were sent may have been deleted already. */
const isKept = ({ bucket }: SpanName, { clock, spansKeptMs }: AdminContext): boolean =>
  bucket * 1000 > clock() - spansKeptMs + dayMs;

const keyOf = ({ trace, span }: Pick<SpanName, 'trace' | 'span'>): string => `${trace} ${span}`;

/** Undefined where the body is too long for this thread, or in JSON, as releases before transcoding wrote it. */
async function spansOf(
  { headers, value }: LogRecord,
  { platform: { blobStore } }: AdminContext,
): Promise<readonly SpanName[] | undefined> {
  const { verifiedBodyBytesMax: bytesMax } = adminLimits;
  const claim = headers[telemetryHeaders.claim];
  const codec = headers[telemetryHeaders.codec];
  const inflatedBytes = Number(headers[telemetryHeaders.inflatedBytes] ?? 0);
  const claimBytes = Number(headers[telemetryHeaders.claimBytes] ?? 0);
  if (Math.max(value.length, inflatedBytes, claimBytes) > bytesMax) return undefined;
  if (headers[telemetryHeaders.format] === 'json') return undefined;
  const stored = claim === undefined ? value : await blobStore.get(claim);
  if (stored === undefined) return undefined;
  const body =
    codec === undefined ? stored : inflate({ codec, frame: stored, inflatedBytes }, bytesMax);
  return namesIn(body, headers);
}

function namesIn(body: Uint8Array, headers: LogRecord['headers']): readonly SpanName[] {
  const names: SpanName[] = [];
  const services = headers[telemetryHeaders.services];
  const context = {
    receivedAtMs: Number(headers[telemetryHeaders.receivedAtMs]),
    services: services === undefined ? undefined : (JSON.parse(services) as readonly string[]),
  };
  const hex = (bytes: Uint8Array, from: number, to: number): string =>
    Buffer.from(bytes.subarray(from, to)).toString('hex');
  visitTraces(body, context, {
    enterScope: () => undefined,
    pushSpan: (bytes, scan) =>
      names.push({
        trace: hex(bytes, scan.traceIdFrom, scan.traceIdTo),
        span: hex(bytes, scan.spanIdFrom, scan.spanIdTo),
        bucket: spanBucketStart(Math.floor((scan.endHigh * 2 ** 32 + scan.endLow) / 1e9)),
      }),
  });
  return names;
}

async function storedOf(
  organization: string,
  spans: readonly SpanName[],
  context: AdminContext,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const rows = await readsOf(context, signal)<Pick<SpanName, 'trace' | 'span'>>(
    `SELECT replaceAll(toString(trace_id), '-', '') AS trace,
            lower(leftPad(hex(span_id), 16, '0')) AS span
     FROM spans
     WHERE organization = {organization:UUID} AND bucket IN {buckets:Array(DateTime('UTC'))}
       AND trace_id IN {traces:Array(UUID)}
       AND span_id IN (SELECT reinterpretAsUInt64(reverse(unhex(arrayJoin({spans:Array(String)})))))`,
    {
      organization,
      buckets: [...new Set(spans.map(({ bucket }) => bucket))],
      traces: [...new Set(spans.map(({ trace }) => trace))],
      spans: spans.map(({ span }) => span),
    },
  );
  return new Set(rows.map(keyOf));
}
