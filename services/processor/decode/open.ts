import { setImmediate as otherWork } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import type { MetricBatch } from '../../../platform/otlp/metric-batch.ts';
import type { SpanBatch } from '../../../platform/otlp/span-batch.ts';
import { openThreadPool } from '../../../platform/threads/pool.ts';
import { limits } from '../config.ts';
import type { RequestRecord } from '../gather/request.ts';
import {
  decodeMetricBatch,
  decodeSpanBatch,
  type FindRepeats,
  type FoldedBatch,
  type FoldedPoints,
  type FoldedSpans,
  type SpansToFold,
} from './batch.ts';
import type { BatchInput } from './batch-input.ts';
import { answering } from './repeats-port.ts';

/** `memory` is empty; blocks may lie in it. The bodies of the requests are not to be read afterwards. */
export type BatchDecoder = {
  spans(batch: SpansToFold, memory: SpanBatch, folding: FoldingSpans): Promise<FoldedSpans>;
  points(batch: BatchInput, memory: MetricBatch, signal: AbortSignal): Promise<FoldedPoints>;
};

export type FoldingSpans = { readonly findRepeats: FindRepeats; readonly signal: AbortSignal };

export type FoldTask =
  | { readonly of: 'spans'; readonly batch: SpansToFold; readonly repeats: MessagePort }
  | { readonly of: 'points'; readonly batch: BatchInput };

/**
 * Folds batches of short bodies here, one body after the other, and a batch with a long one in a
 * thread. Both give the same.
 */
export function openFolds(): BatchDecoder {
  const pool = openThreadPool<FoldTask, FoldedBatch>({
    name: 'folded',
    module: new URL('./thread.ts', import.meta.url),
    ...limits.foldThreads,
  });
  return {
    spans: async (batch, memory, { findRepeats, signal }) => {
      if (!batch.requests.some(isLong)) return decodeSpanBatch(batch, memory, findRepeats);
      const { requests, transfer } = await packed(batch.requests);
      return answering(findRepeats, repeats => {
        const task: FoldTask = { of: 'spans', batch: { ...batch, requests }, repeats };
        const prepared = { task, transfer: [...transfer, repeats] };
        return pool.run(() => prepared, { signal }) as Promise<FoldedSpans>;
      });
    },
    points: async (batch, memory, signal) => {
      if (!batch.requests.some(isLong)) return decodeMetricBatch(batch, memory);
      const { requests, transfer } = await packed(batch.requests);
      const task: FoldTask = { of: 'points', batch: { ...batch, requests } };
      return pool.run(() => ({ task, transfer }), { signal }) as Promise<FoldedPoints>;
    },
  };
}

const isLong = ({ bodyBytes }: RequestRecord): boolean => bodyBytes > limits.foldedAtOnceBytesMax;

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
