import type { BlobStore } from '../../../../platform/blob-store/port.ts';
import type { Running } from '../../../../platform/lifecycle.ts';
import { captureBlobs, isCaptureBefore } from '../../../../schemas/snapshots/capture.ts';
import { startRepeating } from '../../repeating.ts';
import { snapshotLimits } from '../config.ts';

export type CaptureSweep = {
  readonly blobStore: Pick<BlobStore, 'list' | 'delete'>;
  readonly clock: () => number;
  /** As long as samples are kept. */
  readonly keptMs: number;
};

/** Deletes long captures of days whose samples are not kept any more. */
export async function sweepCaptures(
  { blobStore, clock, keptMs }: CaptureSweep,
  signal: AbortSignal,
): Promise<number> {
  let swept = 0;
  for await (const name of blobStore.list(captureBlobs)) {
    signal.throwIfAborted();
    // Names begin with their day, so the rest is younger.
    if (!isCaptureBefore(name, clock() - keptMs)) break;
    await blobStore.delete(name);
    if (++swept === snapshotLimits.sweptMax) break;
  }
  return swept;
}

/** Several processes may sweep at once. */
export const startCaptureSweep = (sweep: CaptureSweep): Running =>
  startRepeating(snapshotLimits.sweepEveryMs, signal => sweepCaptures(sweep, signal));
