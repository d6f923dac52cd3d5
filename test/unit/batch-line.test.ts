import { deepEqual, equal, rejects } from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type {
  AssignedPartition,
  LogRecord,
  OffsetAndMetadata,
} from '../../platform/topic-log/port.ts';
import { telemetryHeaders } from '../../schemas/topics.ts';
import { openBatchLine } from '../../services/processor/batches/batch-line.ts';
import { createBatchPool } from '../../services/processor/batches/batch-pool.ts';
import type { Batch, BuildBatch } from '../../services/processor/gather/build-batch.ts';
import {
  type ProcessorDependencies,
  processPartition,
} from '../../services/processor/partition.ts';

/** Something that many may wait for. */
function openGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>(resolve => {
    open = resolve;
  });
  return { opened, open: (): void => open() };
}

const recordsFrom = (first: number): LogRecord[] =>
  [first, first + 1].map(offset => ({
    partition: 0,
    offset,
    key: '',
    value: Buffer.from(''),
    headers: { [telemetryHeaders.spans]: '1' },
    appendedAtMs: 0,
  }));

const recordsThere = 2;

/** A partition whose batches are inserted and formed when the test lets them. */
function openTestPartition(insert: () => Promise<void>, build: () => Promise<void>) {
  const lost = new AbortController();
  const said: string[] = [];
  const partition = {
    topic: 'spans',
    partition: 0,
    signal: lost.signal,
    committed: async () => ({ offset: 0, metadata: '' }),
    read: async (offset: number) => {
      await turn();
      return offset < recordsThere ? recordsFrom(offset).slice(0, 1) : [];
    },
    commit: async ({ offset, metadata }: OffsetAndMetadata) =>
      void said.push(`commit ${offset} ${metadata}`),
  } as unknown as AssignedPartition;
  const form: BuildBatch = async (_records, range): Promise<Batch> => {
    said.push(`form ${range.first}`);
    await build();
    return {
      range,
      blocks: [{ table: 'spans', partition: 0, rows: 1, columns: [] }],
      deltas: [],
      arrivals: [],
      deadLetters: [],
      taken: [],
      figures: { rows: 1, receivedUpToMs: 0 },
    };
  };
  let isInserted = false;
  const insertColumns = async (): Promise<void> => {
    await insert();
    isInserted = true;
  };
  const dependencies = {
    warehouse: { insertColumns, query: async () => (isInserted ? [{ there: 1 }] : []) },
    topicLog: { partitions: async () => 0 },
    clock: () => 0,
    pool: createBatchPool(2, () => ({
      fold: () => Promise.reject(new Error('expected nobody to fold')),
      clear: () => true,
    })),
    build: form,
    reached: () => undefined,
    watch: { batchWritten: () => said.push('written') },
    tables: ['spans'],
    batchMemoryBytes: 1,
  } as unknown as ProcessorDependencies;
  return { partition, dependencies, said };
}

function openTestLine(insert: () => Promise<void>, build: () => Promise<void>) {
  const { partition, dependencies, said } = openTestPartition(insert, build);
  return { line: openBatchLine(partition, dependencies), said };
}

async function turns(): Promise<void> {
  for (let left = 20; left > 0; left--) await turn();
}

describe('the line of batches', () => {
  it('forms a batch while one is written, and notes it with the commit of that one', async () => {
    const inserted = openGate();
    const { line, said } = openTestLine(
      () => inserted.opened,
      async () => undefined,
    );
    await line.add(recordsFrom(0), true);
    const second = line.add(recordsFrom(2), true);
    await turns();
    equal(line.pace(), undefined);
    deepEqual(said, ['form 0', 'commit 0 0-1', 'form 2']);
    inserted.open();
    deepEqual(await second, { topic: 'spans', partition: 0, first: 2, last: 3 });
    await line.ended();
    deepEqual(said.slice(3), ['commit 2 2-3', 'written', 'commit 4 ', 'written']);
    equal(line.pace()?.costMs === undefined, false);
  });

  it('takes a batch that was begun before alone', async () => {
    const inserted = openGate();
    const { line, said } = openTestLine(
      () => inserted.opened,
      async () => undefined,
    );
    let isAdded = false;
    const first = line.add(recordsFrom(0), false).then(() => {
      isAdded = true;
    });
    await turns();
    deepEqual([isAdded, said], [false, ['form 0', 'commit 0 0-1']]);
    inserted.open();
    await first;
    deepEqual(said.slice(2), ['commit 2 ', 'written']);
  });

  it('leaves nothing under way when a batch fails', async () => {
    const formed = openGate();
    let formedCount = 0;
    const { line, said } = openTestLine(
      () => Promise.reject(new Error('refused')),
      async () => {
        if (formedCount++ > 0) await formed.opened;
      },
    );
    await line.add(recordsFrom(0), true);
    await line.add(recordsFrom(2), true);
    equal(line.signal.aborted, true);
    let hasEnded = false;
    const ended = line.ended().finally(() => {
      hasEnded = true;
    });
    ended.catch(() => undefined);
    await turns();
    equal(hasEnded, false);
    formed.open();
    await rejects(ended, /refused/);
    deepEqual(said, ['form 0', 'commit 0 0-1', 'form 2']);
  });

  it('keeps its partition until the batches beside one that failed have ended', async () => {
    const [begun, formed] = [openGate(), openGate()];
    let formedCount = 0;
    const { partition, dependencies, said } = openTestPartition(
      async () => {
        await begun.opened;
        throw new Error('refused');
      },
      async () => {
        if (formedCount++ === 0) return;
        begun.open();
        await formed.opened;
      },
    );
    let isOver = false;
    const taken = processPartition(partition, dependencies).finally(() => {
      isOver = true;
    });
    taken.catch(() => undefined);
    await begun.opened;
    await turns();
    equal(isOver, false);
    formed.open();
    await rejects(taken, /refused/);
    deepEqual(said, ['form 0', 'commit 0 0-0', 'form 1']);
  });
});
