import { createHash } from 'node:crypto';
import type { KeyId, OrganizationId } from '../ids.ts';
import {
  compressedRecordVersion,
  parkedRecordVersion,
  recordVersion,
  telemetryHeaders,
} from '../topics.ts';

/** An accepted export, as its record says it. */
export type TelemetryRequest = {
  readonly organizationId: OrganizationId;
  readonly keyId: KeyId;
  /** The only services that the key may send; every one when absent. */
  readonly services?: readonly string[] | undefined;
  /** Chooses the partition: requests that are to be recognised as repeats of each other lie on one. */
  readonly partitionKey: string;
  readonly countHeader: typeof telemetryHeaders.spans | typeof telemetryHeaders.points;
  readonly accepted: number;
  readonly refused: number;
  readonly reason?: string | undefined;
  /** It is over a quota, and counts by another record. */
  readonly isParked?: boolean;
  readonly receivedAtMs: number;
  readonly hash: string;
  readonly client: string;
  /** Of the body as it was sent. */
  readonly bytes: number;
};

/** The body in protobuf: in the record, or in the blob store under the name of `claim`. */
export type TelemetryBody = {
  readonly value: Uint8Array;
  /** How it is compressed; not at all when absent. */
  readonly codec?: string | undefined;
  readonly claim?: string | undefined;
  /** Its length when it is inflated. */
  readonly bodyBytes: number;
};

/** A record on `spans` or `metrics`. */
export const telemetryRecord = (
  request: TelemetryRequest,
  { value, codec, claim, bodyBytes }: TelemetryBody,
) => ({
  key: request.partitionKey,
  value: claim === undefined ? value : Buffer.alloc(0),
  headers: {
    [telemetryHeaders.version]: versionOf(request, codec),
    [telemetryHeaders.organization]: request.organizationId,
    [telemetryHeaders.keyId]: request.keyId,
    // JSON is stored in protobuf, so that it is read once; records of earlier versions hold JSON.
    [telemetryHeaders.format]: 'protobuf',
    [telemetryHeaders.receivedAtMs]: String(request.receivedAtMs),
    [request.countHeader]: String(request.accepted),
    [telemetryHeaders.refused]: String(request.refused),
    [telemetryHeaders.reason]: request.reason ?? '',
    [telemetryHeaders.hash]: request.hash,
    ...(request.isParked && { [telemetryHeaders.parked]: '1' }),
    ...(request.services && {
      [telemetryHeaders.services]: JSON.stringify(request.services),
    }),
    [telemetryHeaders.client]: request.client,
    [telemetryHeaders.bytes]: String(request.bytes),
    ...(codec !== undefined && {
      [telemetryHeaders.codec]: codec,
      [telemetryHeaders.inflatedBytes]: String(bodyBytes),
    }),
    ...(claim !== undefined && {
      [telemetryHeaders.claim]: claim,
      [telemetryHeaders.claimBytes]: String(bodyBytes),
    }),
  },
});

/** The lowest whose readers understand all of the record. */
function versionOf({ isParked }: TelemetryRequest, codec: string | undefined): string {
  if (isParked) return parkedRecordVersion;
  return codec === undefined ? recordVersion : compressedRecordVersion;
}

type Hashed = {
  readonly organization: string;
  readonly services?: readonly string[] | undefined;
  readonly bytes: Uint8Array;
};

/**
 * First 128 bits of SHA-256 over organization and body as it came, written as a UUID. With other services other items of a
 * body are taken, so it is another request.
 */
export function contentHash({ organization, services, bytes }: Hashed): string {
  const scope = services === undefined ? '' : JSON.stringify(services);
  const hex = createHash('sha256').update(organization).update(scope).update(bytes).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
