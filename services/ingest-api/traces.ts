import { createHash } from 'node:crypto';
import type { BlobStore } from '../../platform/blob-store/port.ts';
import type { Handler, HttpRequest, OtlpBody } from '../../platform/http/handler.ts';
import { invalidRequest } from '../../platform/http/problem.ts';
import { MalformedBody } from '../../platform/otlp/malformed-body.ts';
import { encodeTraceResponse } from '../../platform/otlp/schema.ts';
import { type Checked, checkTraces } from '../../platform/otlp/traces.ts';
import type { NewRecord, TopicLog } from '../../platform/topic-log/port.ts';
import { recordVersion, spanHeaders, topics } from '../../schemas/topics.ts';
import { limits } from './config.ts';
import { convertForeign } from './foreign/convert.ts';

export type TracesDependencies = {
  readonly topicLog: TopicLog;
  readonly blobStore: BlobStore;
  readonly count: (outcome: { accepted: number; refused: number; bytes: number }) => void;
};

/**
 * POST /v1/traces: answers 200 only when the log has the body. Spans that cannot be taken are
 * refused alone and named in `partialSuccess`, as the OTLP specification wants it; nothing is
 * written when none is left.
 */
export const exportTraces =
  ({ topicLog, blobStore, count }: TracesDependencies): Handler<'exportTraces'> =>
  async request => {
    const { format, bytes } = request.body;
    const { body, checked } = understood(request);
    if (checked.spans > 0) {
      const record = await recordOf({ ...request, body }, checked, { blobStore });
      await topicLog.append(topics.spans, [record]);
    }
    const { spans: accepted, refused, reason } = checked;
    count({ accepted, refused, bytes: bytes.length });
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

type Understood = { readonly body: OtlpBody; readonly checked: Checked };

/** JSON in which there is nothing for OTLP may be of a client that speaks something else. */
function understood({ body, key, receivedAtMs }: HttpRequest<'exportTraces'>): Understood {
  const checked = check(body, receivedAtMs);
  const isEmpty = checked.spans === 0 && checked.refused === 0;
  const bytes =
    isEmpty && body.format === 'json'
      ? convertForeign(body.bytes, { ...key, receivedAtMs })
      : undefined;
  if (bytes === undefined) return { body, checked };
  const converted = { ...body, bytes };
  return { body: converted, checked: check(converted, receivedAtMs) };
}

function check({ bytes, format }: OtlpBody, receivedAtMs: number): Checked {
  try {
    return checkTraces(bytes, format, { receivedAtMs });
  } catch (error) {
    if (error instanceof MalformedBody) throw invalidRequest(error.message);
    throw error;
  }
}

async function recordOf(
  { key, body, headers, receivedAtMs }: HttpRequest<'exportTraces'>,
  { spans, refused, reason }: Checked,
  { blobStore }: { readonly blobStore: BlobStore },
): Promise<NewRecord> {
  const hash = contentHash(key.organizationId, body.bytes);
  const isLarge = body.bytes.length > limits.recordBytesMax;
  // The name carries the hash, so that a retry finds the body there and stores it once.
  const claim = `bodies/${hash}`;
  if (isLarge) await blobStore.putIfAbsent(claim, body.bytes);
  return {
    key: hash,
    value: isLarge ? Buffer.alloc(0) : body.bytes,
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
      ...(isLarge && { [spanHeaders.claim]: claim }),
    },
  };
}

/** First 128 bits of SHA-256 over organization and content, written as a UUID. */
function contentHash(organization: string, body: Buffer): string {
  const hex = createHash('sha256').update(organization).update(body).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
