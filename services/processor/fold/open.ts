import { setImmediate as otherWork } from 'node:timers/promises';
import type { SpanBatch } from '../../../platform/otlp/span-batch.ts';
import { openThreadPool } from '../../../platform/threads/pool.ts';
import { limits } from '../config.ts';
import type { RequestRecord } from '../request.ts';
import { type BatchToFold, type FoldedBatch, foldBatch } from './batch.ts';

/** `spans` is empty; blocks may lie in it. The bodies of the requests are not to be read afterwards. */
export type Fold = (
  batch: BatchToFold,
  spans: SpanBatch,
  signal: AbortSignal,
) => Promise<FoldedBatch>;

/**
 * Folds batches of short bodies here, one body after the other, and a batch with a long one in a
 * thread. Both give the same.
 */
export function openFold(): Fold {
  const pool = openThreadPool<BatchToFold, FoldedBatch>({
    name: 'folded',
    module: new URL('./thread.ts', import.meta.url),
    ...limits.foldThreads,
  });
  const isLong = ({ body }: RequestRecord): boolean => body.length > limits.foldedAtOnceBytesMax;
  return async (batch, spans, signal) => {
    if (!batch.requests.some(isLong)) return foldBatch(batch, spans);
    const { requests, transfer } = await packed(batch.requests);
    return pool.run({ ...batch, requests }, transfer, signal);
  };
}

/** What can be handed over as it is stays; the rest is copied together, a part at a time. */
async function packed(requests: readonly RequestRecord[]) {
  const others = requests.filter(({ body }) => !isAlone(body));
  const room = new Uint8Array(others.reduce((sum, { body }) => sum + body.length, 0));
  const transfer = new Set([room.buffer]);
  const bodies = new Map<RequestRecord, Uint8Array>();
  let at = 0;
  for (const request of others) {
    const { body } = request;
    for (let from = 0; from < body.length; from += limits.copiedAtOnceBytesMax) {
      room.set(body.subarray(from, from + limits.copiedAtOnceBytesMax), at + from);
      if (body.length > limits.copiedAtOnceBytesMax) await otherWork();
    }
    bodies.set(request, room.subarray(at, at + body.length));
    at += body.length;
  }
  for (const { body } of requests) if (isAlone(body)) transfer.add(body.buffer as ArrayBuffer);
  return {
    requests: requests.map(request => ({ ...request, body: bodies.get(request) ?? request.body })),
    transfer: [...transfer],
  };
}

const isAlone = ({ buffer, byteLength }: Uint8Array): boolean =>
  buffer instanceof ArrayBuffer &&
  buffer.byteLength === byteLength &&
  byteLength > limits.foldedAtOnceBytesMax;
