import { deepEqual, equal, ok } from 'node:assert/strict';
import { kafkaLimits } from '../../platform/topic-log/kafka/limits.ts';
import { openReadAhead } from '../../platform/topic-log/kafka/read-ahead.ts';
import type { LogRecord } from '../../platform/topic-log/port.ts';

const limits = { recordsMax: 3, bytesMax: 1e9, waitMs: 0 };
const { signal } = new AbortController();

function open() {
  const steps: string[] = [];
  const readAhead = openReadAhead({
    seek: async offset => void steps.push(`seek ${offset}`),
    pause: () => void steps.push('pause'),
    resume: () => void steps.push('resume'),
  });
  const read = async (offset: number) =>
    (await readAhead.read(offset, limits, signal)).map(record => record.offset);
  return { ...readAhead, read, steps };
}

const records = (first: number, last: number, bytes = 1): LogRecord[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({
    partition: 0,
    offset: first + index,
    key: 'k',
    value: Buffer.alloc(bytes),
    headers: {},
    appendedAtMs: 0,
  }));

describe('read ahead', () => {
  it('takes nothing before a first read has said where to begin', async () => {
    const { add, read, steps } = open();
    equal(add(records(0, 5)), false);
    deepEqual(await read(4), []);
    deepEqual(steps, ['seek 4']);
  });

  it('serves reads that go on forward, and the same read again', async () => {
    const { add, read, steps } = open();
    await read(0);
    ok(add(records(0, 5)));
    deepEqual(await read(0), [0, 1, 2]);
    deepEqual(await read(0), [0, 1, 2]);
    deepEqual(await read(3), [3, 4, 5]);
    deepEqual(await read(6), []);
    deepEqual(steps, ['seek 0']);
  });

  it('seeks for a read behind or beyond what it holds, and forgets that', async () => {
    const { add, read, steps } = open();
    await read(5);
    add(records(5, 8));
    await read(7);
    deepEqual(await read(5), []);
    deepEqual(await read(9), []);
    deepEqual(steps, ['seek 5', 'seek 5', 'seek 9']);
  });

  it('leaves out what it has already, and looks again before it believes in a hole', async () => {
    const { add, read, steps } = open();
    await read(0);
    add(records(0, 2));
    ok(add(records(1, 3)));
    deepEqual(await read(2), [2, 3]);
    equal(add(records(7, 8)), false);
    deepEqual(steps, ['seek 0', 'seek 4']);
    ok(add(records(7, 8)));
    deepEqual(await read(4), [7, 8]);
  });

  it('pauses when it is full and resumes when half is read', async () => {
    const { add, read, steps } = open();
    await read(0);
    const bytes = kafkaLimits.bufferBytesMax / 4;
    add(records(0, 2, bytes));
    deepEqual(steps, ['seek 0']);
    add(records(3, 4, bytes));
    deepEqual(steps, ['seek 0', 'pause']);
    await read(2);
    deepEqual(steps, ['seek 0', 'pause']);
    await read(4);
    deepEqual(steps, ['seek 0', 'pause', 'resume']);
  });
});
