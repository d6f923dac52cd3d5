import { deepEqual, equal, notEqual, rejects } from 'node:assert/strict';
import type { SpanBatch } from '../../platform/otlp/span-batch.ts';
import { openRooms } from '../../services/processor/rooms.ts';

const never = new AbortController().signal;

/** Work that ends when it is told to. */
function openWork() {
  let end = (): void => undefined;
  const ended = new Promise<void>(resolve => {
    end = resolve;
  });
  return { run: async (): Promise<void> => ended, end: (): void => end() };
}

describe('the rooms of batches', () => {
  it('are given to whoever came first, and no more than there are', async () => {
    const rooms = openRooms(2);
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
    const rooms = openRooms(1);
    const seen: SpanBatch[] = [];
    const failing = rooms.use(async spans => {
      seen.push(spans);
      throw new Error('no');
    }, never);
    await rejects(failing, /no/);
    await rooms.use(async spans => void seen.push(spans), never);
    notEqual(seen[0], seen[1]);
    equal(seen[1]?.spanRows, 0);
  });

  it('are not waited for once the signal aborts', async () => {
    const rooms = openRooms(1);
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
