import assert from 'node:assert/strict';
import { Unavailable } from '../../platform/errors.ts';
import { ConnectionPool } from '../../platform/warehouse/connection-pool.ts';

type Resource = { readonly id: number };

describe('lanes', () => {
  let opened: number;
  let closed: number[];

  beforeEach(() => {
    opened = 0;
    closed = [];
  });

  const lanesOf = (lanes: number, queuedMax: number): ConnectionPool<Resource> =>
    new ConnectionPool({
      name: 'works',
      lanes,
      queuedMax,
      open: async () => ({ id: opened++ }),
      close: async ({ id }) => {
        closed.push(id);
      },
    });

  const idOf = async ({ id }: Resource): Promise<number> => id;

  function held(): { readonly work: () => Promise<string>; readonly end: () => void } {
    let end = (): void => undefined;
    const gate = new Promise<void>(resolve => {
      end = resolve;
    });
    return { work: () => gate.then(() => 'done'), end: () => end() };
  }

  it('give a resource to one work at a time, in order', async () => {
    const lanes = lanesOf(1, 10);
    const order: number[] = [];
    await Promise.all(
      [0, 1, 2, 3].map(index =>
        lanes.use(async ({ id }) => {
          assert.equal(id, 0);
          order.push(index);
          await Promise.resolve();
          order.push(index);
        }),
      ),
    );
    assert.deepEqual(order, [0, 0, 1, 1, 2, 2, 3, 3]);
  });

  it('refuse what the queue cannot take', async () => {
    const lanes = lanesOf(1, 1);
    const { work, end } = held();
    const first = lanes.use(work);
    const second = lanes.use(idOf);
    await assert.rejects(lanes.use(idOf), Unavailable);
    end();
    await Promise.all([first, second]);
    assert.equal(await lanes.use(idOf), 0);
  });

  it('open another resource after a failure', async () => {
    const lanes = lanesOf(1, 1);
    await assert.rejects(
      lanes.use(() => Promise.reject(new Error('broken'))),
      /broken/,
    );
    assert.equal(await lanes.use(idOf), 1);
    assert.deepEqual(closed, [0]);
  });

  it('try again to open after that failed', async () => {
    let attempts = 0;
    const lanes = new ConnectionPool<Resource>({
      name: 'works',
      lanes: 1,
      queuedMax: 1,
      open: async () => {
        if (attempts++ === 0) throw new Unavailable('not yet');
        return { id: 5 };
      },
      close: async () => undefined,
    });
    await assert.rejects(lanes.use(idOf), Unavailable);
    assert.equal(await lanes.use(idOf), 5);
  });

  it('answer an abort at once and keep the lane until the work is over', async () => {
    const lanes = lanesOf(1, 1);
    const abort = new AbortController();
    const { work, end } = held();
    const abandoned = lanes.use(work, abort.signal);
    abort.abort(new Error('gone'));
    await assert.rejects(abandoned, /gone/);
    const next = lanes.use(idOf);
    assert.deepEqual(closed, []);
    end();
    assert.equal(await next, 1);
    assert.deepEqual(closed, [0]);
  });

  it('let a waiting work leave', async () => {
    const lanes = lanesOf(1, 1);
    const abort = new AbortController();
    const { work, end } = held();
    const first = lanes.use(work);
    const waiting = lanes.use(idOf, abort.signal);
    abort.abort(new Error('gone'));
    await assert.rejects(waiting, /gone/);
    const other = lanes.use(idOf);
    end();
    assert.equal(await first, 'done');
    assert.equal(await other, 0);
  });

  it('close when the work under way is over, and refuse the rest', async () => {
    const lanes = lanesOf(1, 1);
    const { work, end } = held();
    const first = lanes.use(work);
    const waiting = lanes.use(idOf);
    const closing = lanes.close();
    await assert.rejects(waiting, Unavailable);
    await assert.rejects(lanes.use(idOf), Unavailable);
    end();
    await closing;
    assert.equal(await first, 'done');
    assert.deepEqual(closed, [0]);
  });
});
