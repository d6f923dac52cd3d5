import type { BlobStore } from '../../../platform/blob-store/port.ts';
import { type DeadLetter, deadLetter } from '../../../platform/consumers/dead-letters.ts';
import type { LogRecord } from '../../../platform/topic-log/port.ts';
import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { parkedRows } from '../blocks/parked.ts';
import { type Block, splitByPartition } from '../blocks/table-block.ts';
import { type BatchRange, batchName } from '../core/range.ts';
import type { FindEdges, FindRepeats, FoldedBatch } from '../decode/batch.ts';
import type { BatchInput } from '../decode/batch-input.ts';
import type { BatchBuffers } from '../pipelines/batch-buffers.ts';
import type { AlreadyDeadLettered } from './dead-letters.ts';
import { dropDuplicateRequests, type TakenRequest } from './duplicate-requests.ts';
import { isParked, type RequestRecord, readRequest } from './request.ts';

/** The result of a range of records. The same range always has the same result. */
export type Batch = Pick<FoldedBatch, 'blocks' | 'deltas' | 'arrivals'> & {
  readonly range: BatchRange;
  readonly deadLetters: readonly DeadLetter[];
  /** Its requests; none where repeats are not recognised by requests. */
  readonly taken: readonly TakenRequest[];
  readonly figures: BatchFigures;
};

export type BatchFigures = {
  readonly rows: number;
  /** Spans that do not count, as they were sent before. */
  readonly repeats?: number;
  readonly receivedUpToMs: number;
};

export type BuildBatchDependencies = {
  readonly warehouse: Warehouse;
  readonly blobStore: BlobStore;
  readonly clock: () => number;
  readonly signal: AbortSignal;
  /** The requests of the batch before, which is perhaps not written yet. */
  readonly pending: readonly TakenRequest[];
  /** Empty; the blocks of the batch lie on it until they are inserted. */
  readonly buffers: BatchBuffers;
  /** Absent where rows are not recognised one by one. */
  readonly findRepeats?: FindRepeats;
  /** Absent where nothing calls anything. */
  readonly findEdges?: FindEdges;
};

/** Forms the batch of a range, without the records that are aside. */
export type BuildBatch = (
  records: readonly LogRecord[],
  range: BatchRange,
  aside: AlreadyDeadLettered,
  dependencies: BuildBatchDependencies,
) => Promise<Batch>;

const unreadable = 'unreadable';

/**
 * Reads, decodes and folds the records of a range, but those that are aside. What throws on a record is that record's fault
 * and makes it a dead letter; an unavailable engine ends the attempt.
 */
export async function buildBatch(
  records: readonly LogRecord[],
  range: BatchRange,
  aside: AlreadyDeadLettered,
  dependencies: BuildBatchDependencies,
): Promise<Batch> {
  const deadLetters: DeadLetter[] = [];
  const isReadable = ({ offset }: LogRecord): boolean => aside.get(offset) !== unreadable;
  const read = await readAll(records.filter(isReadable), deadLetters, dependencies);
  const requests = await dropDuplicateRequests(
    read.filter(({ record }) => !isParked(record)).map(({ request }) => request),
    range,
    dependencies,
  );
  const counted = new Set(requests);
  const folding = read.filter(
    ({ record, request }) => counted.has(request) && !aside.has(record.offset),
  );
  const receivedUpToMs = requests.reduce((max, request) => Math.max(max, request.receivedAtMs), 0);
  const batch = {
    requests: folding.map(({ request }) => request),
    range,
    // Nothing is known before it was received, also where the clock of the receiver is ahead.
    knownSeconds: Math.floor(Math.max(dependencies.clock(), receivedUpToMs) / 1000),
  };
  const { buffers, signal, findRepeats = noRepeats, findEdges = noEdges } = dependencies;
  const {
    failed,
    rows,
    repeats = 0,
    ...folded
  } = await buffers.fold(batch, {
    signal,
    findRepeats,
    findEdges,
  });
  for (const { index, message } of failed) {
    const { record } = folding[index] as ReadRecord;
    deadLetters.push(deadLetter(record, 'undecodable', new Error(message)));
  }
  const isDecoded = withoutFailed(failed);
  const taken = folding.filter(isDecoded).map(takenOf);
  const parked = read.filter(({ record }) => isParked(record) && !aside.has(record.offset));
  const blocks = [...folded.blocks, ...(await parkedBlocks(parked, batch))];
  return {
    ...folded,
    blocks,
    range,
    deadLetters,
    taken,
    figures: { rows, repeats, receivedUpToMs },
  };
}

async function parkedBlocks(
  parked: readonly ReadRecord[],
  { range, knownSeconds }: Pick<BatchInput, 'range' | 'knownSeconds'>,
): Promise<readonly Block[]> {
  if (parked.length === 0) return [];
  const requests = parked.map(({ request }) => request);
  return splitByPartition(parkedRows(range, requests, { name: batchName(range), knownSeconds }));
}

const noRepeats: FindRepeats = async () => new Uint32Array(0);
const noEdges: FindEdges = async () => [];

function withoutFailed(failed: readonly { readonly index: number }[]) {
  const indexes = new Set(failed.map(({ index }) => index));
  return (_: ReadRecord, index: number): boolean => !indexes.has(index);
}

/** Only what is compared, so that bodies are let go. */
const takenOf = ({ request }: ReadRecord): TakenRequest => {
  const { organization, hash, receivedAtMs } = request;
  return { organization, hash, receivedAtMs };
};

type ReadRecord = { readonly record: LogRecord; readonly request: RequestRecord };

async function readAll(
  records: readonly LogRecord[],
  deadLetters: DeadLetter[],
  { blobStore }: BuildBatchDependencies,
): Promise<readonly ReadRecord[]> {
  const read: ReadRecord[] = [];
  for (const record of records) {
    try {
      read.push({ record, request: await readRequest(record, { blobStore }) });
    } catch (error) {
      deadLetters.push(deadLetter(record, unreadable, error));
    }
  }
  return read;
}
