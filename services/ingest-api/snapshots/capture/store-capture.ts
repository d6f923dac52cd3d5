import type { HttpRequest } from '../../../../platform/http/handler.ts';
import { parseExactJson } from '../../../../schemas/exact-json.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import type { Json } from '../../../../schemas/json.ts';
import { sampleRecord } from '../../../../schemas/samples/record.ts';
import {
  type CaptureClaim,
  captureBlob,
  captureBytesMax,
} from '../../../../schemas/snapshots/capture.ts';
import type { BreakpointId, SnapshotId } from '../../../../schemas/snapshots/ids.ts';
import { topics } from '../../../../schemas/topics.ts';
import type { IngestShared } from '../../shared.ts';
import type { ReadCapture } from './read-capture.ts';

type Ids = {
  readonly organizationId: OrganizationId;
  readonly breakpointId: BreakpointId;
  readonly snapshotId: SnapshotId;
};

/** A capture with its mode: that of its breakpoint where the SDK names none. */
type Moded = Required<Pick<ReadCapture, 'bytes' | 'mode'>>;

type Received = Pick<HttpRequest<'captureSnapshot'>, 'key' | 'receivedAtMs'>;

/** False: the plan has no room. True once the capture is durable; stored again under the same id, it is one. */
export async function storeCapture(
  capture: Moded,
  { organizationId, breakpointId, snapshotId }: Ids,
  { key, receivedAtMs: atMs }: Received,
  { topicLog, blobStore, quotas }: Pick<IngestShared, 'topicLog' | 'blobStore' | 'quotas'>,
): Promise<boolean> {
  const bytes = withMode(capture);
  const isShort = bytes.length <= captureBytesMax;
  const blob = captureBlob(organizationId, snapshotId, atMs);
  const claim: CaptureClaim = { blob, bytes: bytes.length };
  const detail = isShort ? (parseExactJson(Buffer.from(bytes).toString()) as Json) : { claim };
  const of = { organizationId, subject: breakpointId, id: snapshotId };
  const storedBytes = isShort ? 0 : bytes.length;
  const sample = { kind: 'capture', ...of, atMs, outcome: 'passed', detail, storedBytes } as const;
  const record = sampleRecord(sample);
  const amount = { key, bytes: storedBytes + record.value.length, receivedAtMs: atMs };
  const reason = await quotas.store(amount, async () => {
    if (!isShort) await blobStore.put(blob, bytes);
    await topicLog.append(topics.samples, [record]);
    return true;
  });
  return reason === undefined;
}

/** A member more in the JSON of an object, which is not read again for it. */
const withMode = ({ bytes, mode }: Moded): Uint8Array =>
  Buffer.concat([Buffer.from(`{"mode":${JSON.stringify(mode)},`), bytes.subarray(1)]);
