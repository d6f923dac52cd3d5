import { openMetricBatch } from '../../../platform/otlp/metric-batch.ts';
import { openSpanBatch } from '../../../platform/otlp/span-batch.ts';
import { serveThread } from '../../../platform/threads/serve.ts';
import {
  decodeMetricBatch,
  decodeSpanBatch,
  type FoldedPoints,
  type FoldedSpans,
} from './batch.ts';
import type { FoldTask } from './open.ts';
import { asking } from './repeats-port.ts';

/** Shorter memory is copied. So is the pool of small buffers, which Node shares and refuses to transfer. */
const handedBytesMin = Math.max(64 * 1024, Buffer.poolSize + 1);

serveThread<FoldTask, FoldedSpans | FoldedPoints>(async task => {
  const result = await fold(task);
  const memory = new Set(viewsIn(result).map(({ buffer }) => buffer));
  const isHanded = (buffer: ArrayBufferLike): buffer is ArrayBuffer =>
    buffer instanceof ArrayBuffer && buffer.byteLength >= handedBytesMin;
  return { result, transfer: [...memory].filter(isHanded) };
});

const fold = (task: FoldTask): Promise<FoldedSpans | FoldedPoints> =>
  task.of === 'spans'
    ? decodeSpanBatch(task.batch, openSpanBatch(), asking(task.repeats))
    : decodeMetricBatch(task.batch, openMetricBatch());

/** All memory that a result speaks of. */
function viewsIn(value: unknown): ArrayBufferView[] {
  if (ArrayBuffer.isView(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(viewsIn) : [];
}
