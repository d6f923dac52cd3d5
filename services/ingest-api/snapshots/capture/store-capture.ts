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

/** Resolves when a capture is durable. Stored again under the same id, it is one. */
export async function storeCapture(
  { bytes }: Pick<ReadCapture, 'bytes'>,
  { organizationId, breakpointId, snapshotId }: Ids,
  atMs: number,
  { topicLog, blobStore }: Pick<IngestShared, 'topicLog' | 'blobStore'>,
): Promise<void> {
  const isShort = bytes.length <= captureBytesMax;
  const blob = captureBlob(organizationId, snapshotId, atMs);
  if (!isShort) await blobStore.put(blob, bytes);
  const claim: CaptureClaim = { blob, bytes: bytes.length };
  const detail = isShort ? (JSON.parse(Buffer.from(bytes).toString()) as Json) : { claim };
  const of = { organizationId, subject: breakpointId, id: snapshotId };
  const record = sampleRecord({ kind: 'capture', ...of, atMs, outcome: 'passed', detail });
  await topicLog.append(topics.samples, [record]);
}
