import type { BlobStore } from '../../../platform/blob-store/port.ts';
import type { LogRecord } from '../../../platform/topic-log/port.ts';
import {
  compressedRecordVersion,
  type OtlpFormat,
  parkedRecordVersion,
  recordVersion,
  telemetryHeaders,
} from '../../../schemas/topics.ts';

/** One accepted request as it lies on its topic. */
export type RequestRecord = {
  readonly organization: string;
  readonly offset: number;
  readonly format: OtlpFormat;
  readonly receivedAtMs: number;
  /** When it was received and parked, if it was. */
  readonly parkedAtMs?: number | undefined;
  readonly hash: string;
  /** The only services that its key may send. */
  readonly services?: readonly string[] | undefined;
  readonly spans: number;
  readonly points: number;
  readonly refused: number;
  readonly reason: string;
  readonly bytes: number;
  readonly client: string;
  /** As it is stored: compressed when there is a codec, to be inflated when it is decoded. */
  readonly body: Uint8Array;
  readonly codec: string | undefined;
  /** Length of the body that is decoded. */
  readonly bodyBytes: number;
};

const versions: ReadonlySet<string | undefined> = new Set([
  recordVersion,
  compressedRecordVersion,
  parkedRecordVersion,
]);

/** A request that counts by another record, later. */
export const isParked = ({ headers }: Pick<LogRecord, 'headers'>): boolean =>
  headers[telemetryHeaders.parked] !== undefined;

/** Reads a record, and its body from the blob store when only its name is there. Throws for a record that Tidemark did not write. */
export async function readRequest(
  record: LogRecord,
  { blobStore }: { readonly blobStore: BlobStore },
): Promise<RequestRecord> {
  const { headers } = record;
  if (!versions.has(headers[telemetryHeaders.version])) {
    const known = [...versions].join(' or ');
    throw new Error(
      `expected a record of version ${known}, found ${headers[telemetryHeaders.version]}`,
    );
  }
  const body = await bodyOf(record, blobStore);
  const codec = headers[telemetryHeaders.codec];
  return {
    organization: required(headers, telemetryHeaders.organization),
    offset: record.offset,
    format: required(headers, telemetryHeaders.format) === 'json' ? 'json' : 'protobuf',
    receivedAtMs: Number(required(headers, telemetryHeaders.receivedAtMs)),
    parkedAtMs: instantOf(headers[telemetryHeaders.parkedAtMs]),
    hash: required(headers, telemetryHeaders.hash),
    services: servicesOf(headers[telemetryHeaders.services]),
    spans: Number(headers[telemetryHeaders.spans] ?? 0),
    points: Number(headers[telemetryHeaders.points] ?? 0),
    refused: Number(headers[telemetryHeaders.refused] ?? 0),
    reason: headers[telemetryHeaders.reason] ?? '',
    bytes: Number(headers[telemetryHeaders.bytes] ?? record.value.length),
    client: headers[telemetryHeaders.client] ?? '',
    body,
    codec,
    bodyBytes:
      codec === undefined ? body.length : Number(required(headers, telemetryHeaders.inflatedBytes)),
  };
}

const instantOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

const servicesOf = (list: string | undefined): readonly string[] | undefined =>
  list === undefined ? undefined : (JSON.parse(list) as readonly string[]);

async function bodyOf(record: LogRecord, blobStore: BlobStore): Promise<Uint8Array> {
  const claim = record.headers[telemetryHeaders.claim];
  // The body of a parked request is read when it counts.
  if (claim === undefined || isParked(record)) return record.value;
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
