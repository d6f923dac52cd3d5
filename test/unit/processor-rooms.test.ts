import { deepEqual, equal, notEqual, rejects } from 'node:assert/strict';
import { createBatchPool } from '../../services/processor/batches/batch-pool.ts';
import type { BatchBuffers } from '../../services/processor/pipelines/batch-buffers.ts';

const never = new AbortController().signal;

/** Work that ends when it is told to. */
function openWork() {
  let end = (): void => undefined;
  const ended = new Promise<void>(resolve => {
    end = resolve;
  });
  return { run: async (): Promise<void> => ended, end: (): void => end() };
}

const openDesk = (): BatchBuffers => ({
  fold: () => Promise.reject(new Error('expected nobody to form a batch')),
  clear: () => true,
});

describe('the rooms of batches', () => {
  it('are given to whoever came first, and no more than there are', async () => {
    const rooms = createBatchPool(2, openDesk);
    const begun: string[] = [];
    const works = ['a', 'b', 'c', 'd'].map(name => ({ name, ...openWork() }));
    const runs = works.map(({ name, run }) =>
      rooms.use(async () => {
        begun.push(name);
        await run();
      }, never),
    );
    await settled();
    deepEqual(begun, ['a', 'b']);
    works[1]?.end();
    await runs[1];
    await settled();
    deepEqual(begun, ['a', 'b', 'c']);
    for (const { end } of works) end();
    await Promise.all(runs);
    deepEqual(begun, ['a', 'b', 'c', 'd']);
  });

  it('are left by work that fails, which keeps its rows for itself', async () => {
    const rooms = createBatchPool(1, openDesk);
    const seen: BatchBuffers[] = [];
    const failing = rooms.use(async desk => {
      seen.push(desk);
      throw new Error('no');
    }, never);
    await rejects(failing, /no/);
    await rooms.use(async desk => void seen.push(desk), never);
    notEqual(seen[0], seen[1]);
  });

  it('are used again as long as their desk can be cleared', async () => {
    let isClear = true;
    const rooms = createBatchPool(1, () => ({ ...openDesk(), clear: () => isClear }));
    const seen: BatchBuffers[] = [];
    for (const isNext of [true, false, true]) {
      isClear = isNext;
      await rooms.use(async desk => void seen.push(desk), never);
    }
    equal(seen[0], seen[1]);
    notEqual(seen[1], seen[2]);
  });

  it('are not waited for once the signal aborts', async () => {
    const rooms = createBatchPool(1, openDesk);
    const work = openWork();
    const running = rooms.use(work.run, never);
    const leaving = new AbortController();
    const waiting = rooms.use(async () => 'in', leaving.signal);
    leaving.abort(new Error('gone'));
    await rejects(waiting, /gone/);
    work.end();
    await running;
    equal(await rooms.use(async () => 'in', never), 'in');
    await rejects(
      rooms.use(async () => 'in', leaving.signal),
      /gone/,
    );
  });
});

const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
