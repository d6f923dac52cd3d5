import { uuidBytes } from '../../../platform/columns/uuid.ts';
import type { SpanBatch } from '../../../platform/otlp/span-batch.ts';
import { decodeTraces } from '../../../platform/otlp/traces.ts';
import type { NewRecord } from '../../../platform/topic-log/port.ts';
import { openBlocks } from '../blocks/blocks.ts';
import type { BatchRange } from '../core/range.ts';
import { deltaRecords } from '../deltas.ts';
import type { RequestRecord } from '../request.ts';
import { openSlices } from '../slices.ts';
import type { Block } from '../table-rows.ts';

export type BatchToFold = {
  readonly requests: readonly RequestRecord[];
  readonly range: BatchRange;
  readonly knownSeconds: number;
  /** Partitions of the topic for window deltas. */
  readonly deltaPartitions: number;
};

/** Plain data and columns, since it may come from another thread. */
export type FoldedBatch = {
  /** In the order in which they are inserted; requests come last, as they recognise repeats. */
  readonly blocks: readonly Block[];
  readonly deltas: readonly NewRecord[];
  readonly signals: readonly NewRecord[];
  /** Requests that cannot be decoded, by their place among those given. */
  readonly failed: readonly { readonly index: number; readonly message: string }[];
  readonly spans: number;
};

/** Decodes requests and folds them into the rows of every table, giving way to other work in between. */
export async function foldBatch(
  { requests, range, knownSeconds, deltaPartitions }: BatchToFold,
  spans: SpanBatch,
): Promise<FoldedBatch> {
  const blocks = openBlocks(spans);
  const written: RequestRecord[] = [];
  const failed: { index: number; message: string }[] = [];
  const slice = openSlices();
  for (const [index, request] of requests.entries()) {
    try {
      blocks.add(request.receivedAtMs, () => decode(request, written.length, spans));
      written.push(request);
    } catch (error) {
      failed.push({ index, message: error instanceof Error ? error.message : String(error) });
    }
    await slice();
  }
  const finished = await blocks.finish(written, range, knownSeconds);
  return {
    blocks: finished.blocks,
    signals: finished.signals,
    deltas: await deltaRecords(finished.windows, range, deltaPartitions),
    failed,
    spans: spans.facts().rows,
  };
}

function decode(request: RequestRecord, requestIndex: number, spans: SpanBatch): void {
  const { body, format, receivedAtMs, organization, hash } = request;
  const context = {
    receivedAtMs,
    organization: uuidBytes(organization),
    request: uuidBytes(hash),
    requestIndex,
  };
  decodeTraces(body, format, context, spans);
}
