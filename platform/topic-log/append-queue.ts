import { Unavailable } from '../errors.ts';

/** What may go into one commit, and how much may wait for the next before senders are refused. */
export const commitRecordsMax = 10_000;
export const commitBytesMax = 16 * 1024 * 1024;
export const waitingBytesMax = 256 * 1024 * 1024;

export type Size = { readonly records: number; readonly bytes: number };

export type AppendQueue<Item, Result> = {
  add(item: Item): Promise<Result>;
  /** Resolves when nothing waits and nothing is being written. */
  drained(): Promise<void>;
};

/**
 * Group commit: one commit runs at a time, and later items share the next one. A
 * disk that syncs slowly thus gets larger commits, not more of them.
 *  write  makes a batch durable and returns a result per item, in order; when it rejects, so does
 *         every item of the batch
 */
export function createAppendQueue<Item extends Size, Result>(
  write: (batch: readonly Item[]) => Promise<readonly Result[]>,
): AppendQueue<Item, Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let waitingBytes = 0;
  let writing: Promise<void> | undefined;

  const writeAll = async (): Promise<void> => {
    // Those who append in the same turn share the first commit too.
    await undefined;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchLength(waiting));
      for (const { item } of batch) waitingBytes -= item.bytes;
      await settle(batch, write);
    }
    writing = undefined;
  };
  return {
    add: item =>
      new Promise((resolve, reject) => {
        if (waitingBytes > 0 && waitingBytes + item.bytes > waitingBytesMax) {
          const found = `${waitingBytes} and ${item.bytes} more`;
          const message = `expected at most ${waitingBytesMax} bytes to wait for a commit, found ${found}`;
          return reject(new Unavailable(message));
        }
        waitingBytes += item.bytes;
        waiting.push({ item, resolve, reject });
        writing ??= writeAll();
      }),
    drained: async () => writing,
  };
}

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

function batchLength(waiting: readonly Waiting<Size, never>[]): number {
  let records = 0;
  let bytes = 0;
  let length = 0;
  for (const { item } of waiting) {
    records += item.records;
    bytes += item.bytes;
    if (length > 0 && (records > commitRecordsMax || bytes > commitBytesMax)) break;
    length++;
  }
  return length;
}

async function settle<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  write: (batch: readonly Item[]) => Promise<readonly Result[]>,
): Promise<void> {
  try {
    const results = await write(batch.map(({ item }) => item));
    for (const [index, { resolve, reject }] of batch.entries()) {
      const result = results[index];
      if (result === undefined) reject(new Error(`expected ${batch.length} results`));
      else resolve(result);
    }
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
