import type { BlobStore } from '../../platform/blob-store/port.ts';
import type { Handler, HttpRequest } from '../../platform/http/handler.ts';
import { invalidRequest, payloadTooLarge } from '../../platform/http/problem.ts';
import { encodeTraceResponse } from '../../platform/otlp/schema.ts';
import type { Checked } from '../../platform/otlp/traces.ts';
import type { NewRecord, TopicLog } from '../../platform/topic-log/port.ts';
import { recordVersion, spanHeaders, topics } from '../../schemas/topics.ts';
import type { IngestAdmission } from './admission/open.ts';
import { limits } from './config.ts';
import type { Examine } from './examine/open.ts';
import { convertForeign } from './foreign/convert.ts';

export type TracesDependencies = {
  readonly topicLog: TopicLog;
  readonly blobStore: BlobStore;
  readonly examine: Examine;
  /** Hears of every record that the log has. */
  readonly appended: IngestAdmission['appended'];
  readonly count: (outcome: { accepted: number; refused: number; bytes: number }) => void;
};

/**
 * POST /v1/traces: answers 200 only when the log has the body. Spans that cannot be taken are
 * refused alone and named in `partialSuccess`, as the OTLP specification wants it; nothing is
 * written when none is left.
 */
export const exportTraces =
  ({
    topicLog,
    blobStore,
    examine,
    count,
    appended,
  }: TracesDependencies): Handler<'exportTraces'> =>
  async request => {
    const { format, bytes } = request.body;
    // Long bytes go to a thread and are empty here from then on.
    const { length } = bytes;
    const understood = await understand(request, examine);
    const { checked } = understood;
    if (checked.spans > 0) {
      const record = await recordOf(request, understood, { blobStore });
      const places = await topicLog.append(topics.spans, [record]);
      const organization = request.key.organizationId;
      for (const { partition } of places) appended({ organization, partition, bytes: length });
    }
    const { spans: accepted, refused, reason } = checked;
    count({ accepted, refused, bytes: length });
    return {
      status: 200,
      outcome: {
        ...{ accepted, refused, bytes: request.body.bodyBytes },
        ...(reason !== undefined && { reason }),
      },
      headers: { 'Content-Type': contentTypes[format] },
      body: encodeTraceResponse(format, {
        rejectedSpans: refused,
        errorMessage: reason ?? '',
      }),
    };
  };

const contentTypes = { json: 'application/json', protobuf: 'application/x-protobuf' } as const;

type Understood = {
  readonly bytes: Buffer;
  readonly checked: Checked;
  readonly hash: string;
};

/** JSON in which there is nothing for OTLP may be of a client that speaks something else. */
async function understand(
  { body, key, receivedAtMs }: HttpRequest<'exportTraces'>,
  examine: Examine,
): Promise<Understood> {
  const look = async (bytes: Buffer): Promise<Understood> => {
    const { format } = body;
    const organization = key.organizationId;
    const examined = await examine({ bytes, format, receivedAtMs, organization });
    if (examined.kind === 'readable') return { ...examined, bytes: bufferOf(examined.bytes) };
    throw examined.kind === 'oversized'
      ? payloadTooLarge(examined.message)
      : invalidRequest(examined.message);
  };
  const found = await look(body.bytes);
  const { spans, refused } = found.checked;
  if (body.format !== 'json' || spans > 0 || refused > 0) return found;
  const converted = convertForeign(found.bytes, { ...key, receivedAtMs });
  return converted === undefined ? found : look(converted);
}

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

async function recordOf(
  { key, body, headers, receivedAtMs }: HttpRequest<'exportTraces'>,
  { bytes, hash, checked }: Understood,
  { blobStore }: { readonly blobStore: BlobStore },
): Promise<NewRecord> {
  const { spans, refused, reason } = checked;
  const isLarge = bytes.length > limits.recordBytesMax;
  // The name carries the hash, so that a retry finds the body there and stores it once.
  const claim = `bodies/${hash}`;
  if (isLarge) await blobStore.putIfAbsent(claim, bytes);
  return {
    key: hash,
    value: isLarge ? Buffer.alloc(0) : bytes,
    headers: {
      [spanHeaders.version]: recordVersion,
      [spanHeaders.organization]: key.organizationId,
      [spanHeaders.keyId]: key.keyId,
      [spanHeaders.format]: body.format,
      [spanHeaders.receivedAtMs]: String(receivedAtMs),
      [spanHeaders.spans]: String(spans),
      [spanHeaders.refused]: String(refused),
      [spanHeaders.reason]: reason ?? '',
      [spanHeaders.hash]: hash,
      [spanHeaders.client]: (headers['user-agent'] ?? '').slice(0, limits.clientLengthMax),
      [spanHeaders.bytes]: String(body.bodyBytes),
      ...(isLarge && {
        [spanHeaders.claim]: claim,
        [spanHeaders.claimBytes]: String(bytes.length),
      }),
    },
  };
}
