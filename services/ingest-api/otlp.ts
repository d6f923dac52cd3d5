import { createHash } from 'node:crypto';
import type { BlobStore } from '../../platform/blob-store/port.ts';
import type { HttpRequest } from '../../platform/http/handler.ts';
import { invalidRequest } from '../../platform/http/problem.ts';
import { MalformedBody } from '../../platform/otlp/malformed-body.ts';
import type { NewRecord, TopicLog } from '../../platform/topic-log/port.ts';
import type { OtlpRouteName } from '../../schemas/http/routes.ts';
import { type OtlpFormat, recordVersion, spanHeaders } from '../../schemas/topics.ts';
import { limits } from './config.ts';

export type OtlpDependencies = {
  readonly topicLog: TopicLog;
  readonly blobStore: BlobStore;
  readonly count: (outcome: { accepted: number; refused: number; bytes: number }) => void;
};

/** How many spans or data points are taken and refused, and why the first refused one was. */
export type Checked = {
  readonly accepted: number;
  readonly refused: number;
  readonly reason?: string;
};

/** What one signal has of its own. */
type Kind = {
  readonly topic: string;
  /** The header that holds how many were accepted. */
  readonly countHeader: string;
  /** Throws MalformedBody. */
  readonly check: (
    body: Uint8Array,
    format: OtlpFormat,
    context: { readonly receivedAtMs: number },
  ) => Checked;
  readonly answer: (format: OtlpFormat, checked: Checked) => Uint8Array;
};

/**
 * Takes an OTLP export: answers 200 only when the log has the body. What cannot be taken is
 * refused alone and named in `partialSuccess`, as the OTLP specification wants it; nothing is
 * written when nothing is left.
 */
export const exportOtlp =
  (kind: Kind) =>
  ({ topicLog, blobStore, count }: OtlpDependencies) =>
  async (request: OtlpRequest): Promise<OtlpAnswer> => {
    const { format, bytes } = request.body;
    const checked = check(kind, request);
    if (checked.accepted > 0) {
      await topicLog.append(kind.topic, [await recordOf(kind, request, checked, { blobStore })]);
    }
    count({ accepted: checked.accepted, refused: checked.refused, bytes: bytes.length });
    return {
      status: 200,
      headers: { 'Content-Type': contentTypes[format] },
      body: kind.answer(format, checked),
    };
  };

type OtlpRequest = HttpRequest<OtlpRouteName>;

type OtlpAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

const contentTypes = { json: 'application/json', protobuf: 'application/x-protobuf' } as const;

function check(kind: Kind, { body, receivedAtMs }: OtlpRequest): Checked {
  try {
    return kind.check(body.bytes, body.format, { receivedAtMs });
  } catch (error) {
    if (error instanceof MalformedBody) throw invalidRequest(error.message);
    throw error;
  }
}

async function recordOf(
  { countHeader }: Kind,
  { key, body, headers, receivedAtMs }: OtlpRequest,
  { accepted, refused, reason }: Checked,
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
      [countHeader]: String(accepted),
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
