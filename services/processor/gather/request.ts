import type { BlobStore } from '../../../platform/blob-store/port.ts';
import type { LogRecord } from '../../../platform/topic-log/port.ts';
import { type OtlpFormat, recordVersion, spanHeaders } from '../../../schemas/topics.ts';

/** One accepted request as it lies on its topic. */
export type RequestRecord = {
  readonly organization: string;
  readonly offset: number;
  readonly format: OtlpFormat;
  readonly receivedAtMs: number;
  readonly hash: string;
  readonly spans: number;
  readonly points: number;
  readonly refused: number;
  readonly reason: string;
  readonly bytes: number;
  readonly client: string;
  readonly body: Uint8Array;
};

/** Reads a record, and its body from the blob store when only its name is there. Throws for a record nobody here wrote. */
export async function readRequest(
  record: LogRecord,
  { blobStore }: { readonly blobStore: BlobStore },
): Promise<RequestRecord> {
  const { headers } = record;
  if (headers[spanHeaders.version] !== recordVersion) {
    throw new Error(
      `expected a record of version ${recordVersion}, found ${headers[spanHeaders.version]}`,
    );
  }
  return {
    organization: required(headers, spanHeaders.organization),
    offset: record.offset,
    format: required(headers, spanHeaders.format) === 'json' ? 'json' : 'protobuf',
    receivedAtMs: Number(required(headers, spanHeaders.receivedAtMs)),
    hash: required(headers, spanHeaders.hash),
    spans: Number(headers[spanHeaders.spans] ?? 0),
    points: Number(headers[spanHeaders.points] ?? 0),
    refused: Number(headers[spanHeaders.refused] ?? 0),
    reason: headers[spanHeaders.reason] ?? '',
    bytes: Number(headers[spanHeaders.bytes] ?? record.value.length),
    client: headers[spanHeaders.client] ?? '',
    body: await bodyOf(record, blobStore),
  };
}

async function bodyOf(record: LogRecord, blobStore: BlobStore): Promise<Uint8Array> {
  const claim = record.headers[spanHeaders.claim];
  if (claim === undefined) return record.value;
  const body = await blobStore.get(claim);
  if (body === undefined)
    throw new Error(`expected the body ${claim} in the blob store, found none`);
  return body;
}

function required(headers: Readonly<Record<string, string>>, name: string): string {
  const value = headers[name];
  if (value === undefined) throw new Error(`expected the header ${name}, found none`);
  return value;
}
