import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { OverShare, Unavailable } from '../../platform/errors.ts';
import { openThreadPool, type ThreadPoolOptions } from '../../platform/threads/pool.ts';
import type { ThreadTask } from '../support/thread-of-tests.ts';

const options: ThreadPoolOptions = {
  name: 'examined',
  module: new URL('../support/thread-of-tests.ts', import.meta.url),
  threadsMax: 1,
  queuedMax: 1,
  taskMsMax: 20_000,
  idleMsMax: 1_000,
  heapMiBMax: 64,
};

const open = (own: Partial<ThreadPoolOptions> = {}) =>
  openThreadPool<ThreadTask, ThreadTask>({ ...options, ...own });

const prepared = (task: ThreadTask) => () => ({ task, transfer: [] });
const echo = prepared({ answer: 'done' });

/** A task of which the test says when it is prepared: until then it has its turn. */
function held() {
  let begin = (): void => undefined;
  const begun = new Promise<void>(resolve => {
    begin = resolve;
  });
  let release = (): void => undefined;
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  const prepare = async () => {
    begin();
    await released;
    return echo();
  };
  return { prepare, begun, release: () => release() };
}

describe('a pool of threads', function () {
  this.timeout(60_000);

  it('does one task after the other and refuses what does not fit its queue', async () => {
    const pool = open();
    const both = [pool.run(echo, {}), pool.run(echo, {})];
    await rejects(pool.run(echo, {}), error => {
      ok(error instanceof Unavailable && !(error instanceof OverShare));
      match(error.message, /the queue of bodies to be examined is full \(limit 1\)/);
      return true;
    });
    equal((await Promise.all(both)).length, 2);
  });

  it('gives up a task that takes too long, and does the next one', async () => {
    const pool = open({ taskMsMax: 0 });
    await rejects(pool.run(prepared({ spin: true }), {}), error => {
      ok(error instanceof Unavailable);
      match(error.message, /could not be examined: it took longer/);
      return true;
    });
    ok(await open().run(echo, {}));
  });

  it('passes on what the work throws, and goes on', async () => {
    const pool = open();
    await rejects(pool.run(prepared({ fault: 'no task' }), {}), TypeError);
    ok(await pool.run(echo, {}));
  });

  it('goes on after a thread that ended, and after a task that could not be prepared', async () => {
    const pool = open();
    await rejects(pool.run(prepared({ exit: true }), {}), /its thread ended/);
    const failing = () => Promise.reject(new RangeError('nothing to prepare'));
    await rejects(pool.run(failing, {}), RangeError);
    ok(await pool.run(echo, {}));
  });

  it('lets go of a task whose signal aborts', async () => {
    const pool = open();
    const controller = new AbortController();
    const first = pool.run(echo, {});
    const second = pool.run(echo, { signal: controller.signal });
    controller.abort(new Error('gone'));
    await rejects(second, /gone/);
    ok(await first);
    ok(await pool.run(echo, {}));
  });

  it('says so when its module cannot be loaded', async () => {
    await rejects(
      open({ module: new URL('./nowhere.ts', options.module) }).run(echo, {}),
      Unavailable,
    );
  });

  it('leaves a thread to the others, however many tasks one owner has', async () => {
    const pool = open({ threadsMax: 2, ownThreadsMax: 1, queuedMax: 10 });
    const all = [held(), held(), held()];
    const ofOne = all.map(({ prepare }) => pool.run(prepare, { owner: 'mallory' }));
    await all[0]?.begun;
    deepEqual(await pool.run(echo, { owner: 'ada' }), { answer: 'done' });
    for (const { release } of all) release();
    equal((await Promise.all(ofOne)).length, 3);
  });

  it('takes the newest place of the owner that holds the most for a newcomer', async () => {
    const pool = open({ queuedMax: 3 });
    const long = held();
    const first = pool.run(long.prepare, { owner: 'mallory' });
    await long.begun;
    const waiting = [1, 2, 3].map(() => pool.run(echo, { owner: 'mallory' }));
    const newest = rejects(Promise.resolve(waiting[2]), OverShare);
    const ada = pool.run(echo, { owner: 'ada' });
    await newest;
    long.release();
    deepEqual(await ada, { answer: 'done' });
    equal((await Promise.all([first, ...waiting.slice(0, 2)])).length, 3);
  });

  it('gives the next turn to the owner with the fewest, and prepares nothing before', async () => {
    const pool = open({ queuedMax: 10 });
    const order: string[] = [];
    const named = (name: string) => () => {
      order.push(name);
      return echo();
    };
    const long = held();
    const all = [pool.run(long.prepare, { owner: 'mallory' })];
    await long.begun;
    for (const name of ['m1', 'm2', 'm3']) all.push(pool.run(named(name), { owner: 'mallory' }));
    all.push(pool.run(named('a1'), { owner: 'ada' }), pool.run(named('e1'), { owner: 'eve' }));
    equal(order.length, 0);
    long.release();
    await Promise.all(all);
    equal(
      order.indexOf('a1') < order.indexOf('m2') && order.indexOf('e1') < order.indexOf('m2'),
      true,
    );
    deepEqual(
      order.filter(name => name.startsWith('m')),
      ['m1', 'm2', 'm3'],
    );
  });

  it('counts a task that was abandoned until it is over', async () => {
    const pool = open({ threadsMax: 2, ownThreadsMax: 1, queuedMax: 10 });
    const long = held();
    const abort = new AbortController();
    const abandoned = rejects(
      pool.run(long.prepare, { owner: 'mallory', signal: abort.signal }),
      /gone/,
    );
    await long.begun;
    abort.abort(new Error('gone'));
    await abandoned;
    let isDone = false;
    const next = pool.run(echo, { owner: 'mallory' }).then(() => {
      isDone = true;
    });
    ok(await pool.run(echo, { owner: 'ada' }));
    equal(isDone, false);
    long.release();
    await next;
  });
});
