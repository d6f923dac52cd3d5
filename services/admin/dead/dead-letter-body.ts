import type { BlobStore } from '../../../platform/blob-store/port.ts';
import { inflate } from '../../../platform/compression/codecs.ts';
import { inflatedBodyBytesMax } from '../../../platform/compression/limits.ts';
import { UnreadableFrame } from '../../../platform/compression/unreadable-frame.ts';
import { decodePartial } from '../../../platform/otlp/decode-partial.ts';
import { parseExactJson } from '../../../schemas/exact-json.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { Json } from '../../../schemas/json.ts';
import { telemetryHeaders, topics } from '../../../schemas/topics.ts';
import { adminLimits } from '../config.ts';
import type { DeadLetter } from './dead-letters.ts';

export type ShownBody = ResponseOf<'adminDeadShow'>['body'];

const otlpMessages = new Map<string, string>([
  [topics.spans, 'opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest'],
  [topics.metrics, 'opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest'],
]);

/** The body of a dead letter, decoded as far as it can be; its first bytes when it cannot be at all. */
export async function renderDeadLetterBody(
  { topic, headers }: DeadLetter,
  value: Uint8Array,
  blobStore: BlobStore,
): Promise<ShownBody> {
  const claim = headers[telemetryHeaders.claim];
  const bytes = claim === undefined ? value : await blobStore.get(claim);
  if (bytes === undefined) {
    return { kind: 'missing', bytes: 0, content: null, problem: `there is no blob ${claim}` };
  }
  const codec = headers[telemetryHeaders.codec];
  if (codec === undefined) return shown(bytes, topic, headers);
  try {
    const inflatedBytes = Number(headers[telemetryHeaders.inflatedBytes]);
    const body = inflate({ codec, frame: bytes, inflatedBytes }, inflatedBodyBytesMax);
    return shown(body, topic, headers);
  } catch (error) {
    if (!(error instanceof UnreadableFrame)) throw error;
    return { ...asHex(bytes), problem: error.message };
  }
}

function shown(bytes: Uint8Array, topic: string, headers: DeadLetter['headers']): ShownBody {
  const message = headers[telemetryHeaders.format] === 'json' ? undefined : otlpMessages.get(topic);
  return (message === undefined ? asJson(bytes) : asOtlp(bytes, message)) ?? asHex(bytes);
}

function asOtlp(bytes: Uint8Array, message: string): ShownBody | undefined {
  const { deadBodyBytesMax } = adminLimits;
  const { value, problem } = decodePartial(message, bytes.subarray(0, deadBodyBytesMax));
  if (Object.keys(value).length === 0) return undefined;
  const cut = bytes.length > deadBodyBytesMax ? tooLong(bytes) : undefined;
  return { kind: 'otlp', bytes: bytes.length, content: value, problem: cut ?? problem ?? null };
}

/** Undefined: it is none, or too long to be shown as a whole. */
function asJson(bytes: Uint8Array): ShownBody | undefined {
  if (bytes.length > adminLimits.deadBodyBytesMax) return undefined;
  try {
    const content = parseExactJson(Buffer.from(bytes).toString()) as Json;
    return { kind: 'json', bytes: bytes.length, content, problem: null };
  } catch {
    return undefined;
  }
}

function asHex(bytes: Uint8Array): ShownBody {
  const head = Buffer.from(bytes.subarray(0, adminLimits.deadHeadBytesMax));
  const problem = `only the first ${head.length} of ${bytes.length} bytes are shown`;
  return {
    kind: 'hex',
    bytes: bytes.length,
    content: head.toString('hex'),
    problem: head.length < bytes.length ? problem : null,
  };
}

const tooLong = ({ length }: Uint8Array): string =>
  `only the first ${adminLimits.deadBodyBytesMax} of ${length} bytes were decoded`;
