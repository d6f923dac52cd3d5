import { uuidBytes } from '../../../platform/columns/uuid.ts';
import { inflate } from '../../../platform/compression/codecs.ts';
import { inflatedBodyBytesMax } from '../../../platform/compression/limits.ts';
import type { MetricBatch } from '../../../platform/otlp/metric-batch.ts';
import { decodeMetrics } from '../../../platform/otlp/metrics.ts';
import type { RecordContext, SpanBatch } from '../../../platform/otlp/span-batch.ts';
import { decodeTraces } from '../../../platform/otlp/traces.ts';
import type { NewRecord } from '../../../platform/topic-log/port.ts';
import { spanBlocks } from '../blocks/blocks.ts';
import { type BatchSeries, finishMetrics } from '../blocks/metric-points.ts';
import type { BatchOperations } from '../blocks/operation-entries.ts';
import { openOrganizations } from '../blocks/organizations.ts';
import type { Block } from '../blocks/table-block.ts';
import type { EdgeWindow } from '../core/edge-window.ts';
import { identitiesOf, type SpanIdentities } from '../core/span-identities.ts';
import { type BatchEnds, endsOf } from '../edges/batch-ends.ts';
import type { RequestRecord } from '../gather/request.ts';
import { deltaRecords, type WindowDeltaRecord } from '../publish/deltas.ts';
import { createYielder } from '../yielder.ts';
import type { BatchInput } from './batch-input.ts';

export type SpansToFold = BatchInput & {
  /** Partitions of the topic for window deltas. */
  readonly deltaPartitions: number;
};

/** Plain data and columns, since it may come from another thread. */
export type FoldedBatch = {
  /**
   * In the order of their inserts: a visible row's references are visible too, so resources come
   * first; requests come last, as they recognise repeats.
   */
  readonly blocks: readonly Block[];
  readonly deltas: readonly NewRecord[];
  readonly arrivals: readonly NewRecord[];
  /** Requests that cannot be decoded, by their place among those given. */
  readonly failed: readonly Failed[];
  /** Spans or data points that count. */
  readonly rows: number;
  /** Spans that do not, as they were sent before. */
  readonly repeats?: number;
};

/** What the ends of calls of a batch add to the edges. */
export type FindEdges = (ends: BatchEnds) => Promise<readonly EdgeWindow[]>;

/** The rows of a batch of spans that do not count, ascending. */
export type FindRepeats = (identities: SpanIdentities) => Promise<Uint32Array>;

/** Blocks and deltas of windows are withEntryIds with the entries of `operations`. */
export type FoldedWindows = FoldedBatch & {
  readonly deltas: readonly WindowDeltaRecord[];
  readonly operations: BatchOperations;
};

export type FoldedSpans = FoldedWindows & { readonly ends: BatchEnds };

export type FoldedPoints = FoldedBatch & { readonly series: BatchSeries };

type Failed = { readonly index: number; readonly message: string };

/**
 * Decodes requests and folds their spans, but those that were sent before, into the rows of every table, giving way to other work
 * in between. Which of their operations are too many is not yet known.
 */
export async function decodeSpanBatch(
  batch: SpansToFold,
  spans: SpanBatch,
  findRepeats: FindRepeats = async () => new Uint32Array(0),
): Promise<FoldedSpans> {
  const { requests, failed } = await decodeAll(batch.requests, (request, context) =>
    decodeTraces(bodyOf(request), request.format, context, spans),
  );
  const { text } = openOrganizations(() => spans.organizations);
  const organizations = Array.from(spans.organizations.keys(), text);
  const repeats = await findRepeats(identitiesOf(spans.facts(), requests, organizations));
  const { range, knownSeconds } = batch;
  const folded = await spanBlocks(spans, { requests, range, knownSeconds, repeats });
  const { windows, entries, ...finished } = folded;
  return {
    ...finished,
    ends: await endsOf(spans, requests, { organizations, repeats }),
    deltas: await deltaRecords(windows, range, batch.deltaPartitions, entries),
    failed,
    rows: spans.facts().rows - repeats.length,
    repeats: repeats.length,
  };
}

/** The same for data points; which of their series are too many is not yet known. */
export async function decodeMetricBatch(
  batch: BatchInput,
  points: MetricBatch,
): Promise<FoldedPoints> {
  const { requests, failed } = await decodeAll(batch.requests, (request, context) =>
    decodeMetrics(bodyOf(request), request.format, context, points),
  );
  const finished = await finishMetrics(points, { ...batch, requests });
  return { ...finished, deltas: [], arrivals: [], failed, rows: points.facts().rows };
}

/**
 * Inflated as late as possible, into memory that the next body overwrites: columns copy what they keep.
 * Fresh memory for each body would cost more than the decoding.
 */
function bodyOf({ body, codec, bodyBytes }: RequestRecord): Uint8Array {
  if (codec === undefined) return body;
  return inflate({ codec, frame: body, inflatedBytes: bodyBytes }, inflatedBodyBytesMax);
}

/** Decodes one request after the other; requests that cannot be decoded are returned as failed. */
async function decodeAll(
  requests: readonly RequestRecord[],
  decode: (request: RequestRecord, context: RecordContext) => void,
): Promise<{ readonly requests: readonly RequestRecord[]; readonly failed: readonly Failed[] }> {
  const decoded: RequestRecord[] = [];
  const failed: Failed[] = [];
  const slice = createYielder();
  for (const [index, request] of requests.entries()) {
    try {
      decode(request, contextOf(request, decoded.length));
      decoded.push(request);
    } catch (error) {
      failed.push({ index, message: error instanceof Error ? error.message : String(error) });
    }
    await slice();
  }
  return { requests: decoded, failed };
}

const contextOf = (
  { organization, hash, receivedAtMs, parkedAtMs, services }: RequestRecord,
  requestIndex: number,
): RecordContext => ({
  receivedAtMs,
  parkedAtMs,
  services,
  organization: uuidBytes(organization),
  request: uuidBytes(hash),
  requestIndex,
});
