import { deepEqual } from 'node:assert/strict';
import type { AssignedPartition, LogRecord } from '../../platform/topic-log/port.ts';
import { pollBatch } from '../../services/processor/gather/poll-batch.ts';

const record: LogRecord = {
  partition: 0,
  offset: 7,
  key: '',
  headers: {},
  appendedAtMs: 0,
  value: Buffer.from('a span'),
};

const size = { rowsMax: 10, bytesMax: 1_000 };

describe('gathering a batch', () => {
  // A read for who has lost the partition is empty at once, so waiting by reading never rests.
  it('ends when the partition is lost while it waits for company', async () => {
    const lost = new AbortController();
    const offsets: number[] = [];
    const partition: Pick<AssignedPartition, 'read'> = {
      read: async offset => {
        offsets.push(offset);
        if (offsets.length === 1) return [record];
        if (offsets.length > 2) throw new Error('expected no read after the loss, found one');
        lost.abort();
        return [];
      },
    };
    const timing = { endedAtMs: performance.now(), costMs: 60_000 };
    const source = { partition, signal: lost.signal, size, pace: () => timing };
    deepEqual(await pollBatch(source, { offset: 7 }), []);
    deepEqual(offsets, [7, 8]);
  });
});
