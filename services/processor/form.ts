import { setImmediate as otherWork } from 'node:timers/promises';
import type { BlobStore } from '../../platform/blob-store/port.ts';
import { Unavailable } from '../../platform/errors.ts';
import type { LogRecord } from '../../platform/topic-log/port.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { limits } from './config.ts';
import type { BatchRange } from './core/range.ts';
import type { Aside, DeadLetter } from './dead-letters.ts';
import { withoutRepeats } from './repeats.ts';
import { type RequestRecord, readRequest } from './request.ts';
import type { BatchBlocks, Forming } from './signal.ts';

/** All that a range of records becomes. The same range becomes the same, whenever it is formed. */
export type Batch = BatchBlocks & {
  readonly range: BatchRange;
  readonly deadLetters: readonly DeadLetter[];
  readonly figures: { readonly rows: number; readonly receivedUpToMs: number };
};

export type FormDependencies = {
  readonly warehouse: Warehouse;
  readonly blobStore: BlobStore;
  readonly clock: () => number;
  readonly signal: AbortSignal;
  /** Just begun. */
  readonly forming: Forming;
};

const unreadable = 'unreadable';

/**
 * Reads, decodes and folds the records of a range, but those that are aside. What throws on a record is that record's fault
 * and makes it a dead letter; an engine that is away is nobody's fault and ends the attempt.
 */
export async function formBatch(
  records: readonly LogRecord[],
  range: BatchRange,
  aside: Aside,
  dependencies: FormDependencies,
): Promise<Batch> {
  const deadLetters: DeadLetter[] = [];
  const isReadable = ({ offset }: LogRecord): boolean => aside.get(offset) !== unreadable;
  const read = await readAll(records.filter(isReadable), deadLetters, dependencies);
  const requests = await withoutRepeats(
    read.map(({ request }) => request),
    range,
    dependencies,
  );
  const taken = new Set(requests);
  const { forming, signal } = dependencies;
  const written: RequestRecord[] = [];
  let sliceEndsMs = performance.now() + limits.decodeSliceMs;
  for (const { record, request } of read) {
    if (!taken.has(request) || aside.has(record.offset)) continue;
    attempt(record, 'undecodable', deadLetters, () => {
      forming.add(request, written.length);
      written.push(request);
    });
    if (performance.now() < sliceEndsMs) continue;
    await otherWork();
    sliceEndsMs = performance.now() + limits.decodeSliceMs;
  }
  const knownSeconds = Math.floor(dependencies.clock() / 1000);
  return {
    ...(await forming.finish({ requests: written, range, knownSeconds, signal })),
    range,
    deadLetters,
    figures: {
      rows: forming.rows(),
      receivedUpToMs: Math.max(0, ...requests.map(request => request.receivedAtMs)),
    },
  };
}

type ReadRecord = { readonly record: LogRecord; readonly request: RequestRecord };

async function readAll(
  records: readonly LogRecord[],
  deadLetters: DeadLetter[],
  { blobStore }: FormDependencies,
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

function attempt(
  record: LogRecord,
  reason: string,
  deadLetters: DeadLetter[],
  step: () => void,
): void {
  try {
    step();
  } catch (error) {
    deadLetters.push(deadLetter(record, reason, error));
  }
}

function deadLetter(record: LogRecord, reason: string, error: unknown): DeadLetter {
  if (error instanceof Unavailable) throw error;
  return { record, reason, error: error instanceof Error ? error : new Error(String(error)) };
}
