import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { Book } from '../../projections/engine/book.ts';
import { type Deliveries, deliverDue } from '../../services/notifier/deliver-due.ts';
import type { NotifierDependencies } from '../../services/notifier/dependencies.ts';

type Dependencies = Required<NotifierDependencies>;

/** A log of events that can be moved on, and a book that always holds one target. */
function world() {
  const book: Book = { changed: new Set() };
  let reached = 0;
  const wake: (() => void)[] = [];
  const passed = async (position: number, signal?: AbortSignal): Promise<void> => {
    while (reached < position && signal?.aborted !== true)
      await new Promise<void>(resolve => {
        wake.push(resolve);
        signal?.addEventListener('abort', () => resolve());
      });
  };
  const projections = { book: async () => book, reached: () => reached, passed };
  const eventStore = { head: async () => reached };
  return {
    dependencies: { projections, eventStore, now: () => 0 } as unknown as Dependencies,
    moveOn: (): void => {
      reached++;
      for (const each of wake.splice(0)) each();
    },
    isIdle: async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setImmediate(resolve));
    },
  };
}

const deliveries = (serve: Deliveries<Book, string>['serve']): Deliveries<Book, string> => ({
  due: {} as Deliveries<Book, string>['due'],
  busy: () => ['target'],
  owns: () => true,
  shareOf: () => 'organization',
  isDue: () => true,
  nextDueAtMs: () => 0,
  serve,
});

describe('what is due', () => {
  it('is not served again where nothing was recorded, until something else is', async () => {
    const { dependencies, moveOn, isIdle } = world();
    const ending = new AbortController();
    const cursors: number[] = [];
    const serve = async (_book: Book, _target: string, { cursor }: { readonly cursor: number }) => {
      cursors.push(cursor);
      // Without a rest between, nothing else would ever run in this process.
      if (cursors.length > 5) throw new Error('served again and again');
      return -1;
    };
    const delivering = deliverDue(deliveries(serve), dependencies, ending.signal);
    await isIdle();
    deepEqual(cursors, [0]);
    moveOn();
    await isIdle();
    deepEqual(cursors, [0, 1]);
    ending.abort();
    await delivering;
  });

  it('is served again after a pause although nothing happened, as by a server that is back', async () => {
    const { dependencies } = world();
    const ending = new AbortController();
    let times = 0;
    const serve = async (): Promise<number> => {
      if (++times === 2) ending.abort();
      return -1;
    };
    await deliverDue(deliveries(serve), dependencies, ending.signal);
    equal(times, 2);
  });

  it('ends everything when it cannot be recorded', async () => {
    const { dependencies } = world();
    const serve = async (): Promise<number> => {
      throw new Error('another process writes');
    };
    const { signal } = new AbortController();
    await rejects(deliverDue(deliveries(serve), dependencies, signal), /another process writes/);
    equal(signal.aborted, false);
  });
});
