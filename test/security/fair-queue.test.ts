import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import fc from 'fast-check';
import { OverShare, Unavailable } from '../../platform/errors.ts';
import { toProblem } from '../../platform/http/problem.ts';
import { FairQueue } from '../../platform/shares/fair-queue.ts';
import { ConnectionPool } from '../../platform/warehouse/connection-pool.ts';
import { holds } from '../support/property.ts';

describe('a fair queue', () => {
  const queueOf = (placesMax: number, ownRunningMax = 10) =>
    new FairQueue<string>({ placesMax, ownRunningMax });

  it('gives the next turn to the owner with the fewest running, and then in turn', () => {
    const queue = queueOf(10);
    queue.run('a');
    queue.run('a');
    queue.run('b');
    for (const item of ['a1', 'a2', 'b1', 'b2', 'c1', 'c2']) queue.add(item.charAt(0), item);
    const turns = Array.from({ length: 6 }, () => queue.next());
    deepEqual(turns, ['c1', 'b1', 'c2', 'a1', 'b2', 'a2']);
    equal(queue.next(), undefined);
  });

  it('lets nobody run more than one owner may, and goes on when one of its has ended', () => {
    const queue = queueOf(10, 1);
    ok(queue.run('a'));
    equal(queue.run('a'), false);
    queue.add('a', 'a1');
    equal(queue.next(), undefined);
    queue.ended('a');
    equal(queue.next(), 'a1');
  });

  it('takes the place of a newcomer from the owner that holds the most', () => {
    const queue = queueOf(4);
    for (const item of ['a1', 'a2', 'a3', 'b1']) equal(queue.add(item.charAt(0), item), undefined);
    deepEqual(queue.add('c', 'c1'), { item: 'a3', why: 'over' });
    deepEqual(queue.add('a', 'a4'), { item: 'a4', why: 'over' });
    deepEqual(queue.add('b', 'b2'), { item: 'b2', why: 'over' });
    deepEqual(queue.add('d', 'd1'), { item: 'a2', why: 'over' });
    deepEqual(queue.add('e', 'e1'), { item: 'e1', why: 'full' });
  });

  it('is full for an owner that is alone', () => {
    const queue = queueOf(2);
    queue.add('a', 'a1');
    queue.add('a', 'a2');
    deepEqual(queue.add('a', 'a3'), { item: 'a3', why: 'full' });
  });

  it('refuses nobody who holds two less than another, whatever comes and goes', () => {
    const owner = fc.constantFrom('a', 'b', 'c', 'd');
    const step = fc.tuple(fc.constantFrom('add', 'add', 'add', 'next', 'leave'), owner);
    return holds(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 6 }), follow),
      500,
    );
  });

  /** The same steps beside a plain list of what waits, each item named for its owner. */
  function follow(steps: readonly [string, string][], placesMax: number): void {
    const queue = queueOf(placesMax, steps.length);
    let waiting: readonly string[] = [];
    const of = (name: string): string[] => waiting.filter(item => item.startsWith(name));
    const drop = (item: string | undefined): void => {
      waiting = waiting.filter(each => each !== item);
    };
    const turns: Readonly<Record<string, (name: string, item: string) => void>> = {
      next: () => {
        const item = queue.next();
        equal(item === undefined, waiting.length === 0);
        if (item !== undefined) equal(of(item.charAt(0))[0], item);
        drop(item);
      },
      leave: name => {
        const item = of(name).at(-1);
        if (item !== undefined) queue.remove(name, item);
        drop(item);
      },
      add: (name, item) => {
        waiting = [...waiting, item];
        const refused = queue.add(name, item)?.item;
        if (refused === undefined) return;
        const loser = of(refused.charAt(0)).length;
        ok(['a', 'b', 'c', 'd'].every(each => of(each).length <= loser));
        drop(refused);
      },
    };
    for (const [index, [step, name]] of steps.entries()) {
      turns[step]?.(name, `${name}${index}`);
      ok(waiting.length <= placesMax);
    }
  }
});

describe('lanes that owners share', () => {
  const open = (lanes: number, ownLanesMax: number, queuedMax: number) =>
    new ConnectionPool<undefined>({
      name: 'reads',
      lanes,
      ownLanesMax,
      queuedMax,
      open: async () => undefined,
      close: async () => undefined,
    });
  const never = (): Promise<never> => new Promise(() => undefined);

  it('leave one to the others, however much one owner wants', async () => {
    const lanes = open(3, 2, 10);
    for (let number = 0; number < 6; number++) void lanes.use(never, undefined, 'a');
    equal(await lanes.use(async () => 'b', undefined, 'b'), 'b');
  });

  it('refuse the excess of one owner as soon as another wants a place', async () => {
    const lanes = open(1, 1, 4);
    const ends: (() => void)[] = [];
    const work = (): Promise<void> => new Promise(resolve => ends.push(resolve));
    const ofOne = Array.from({ length: 5 }, () => lanes.use(work, undefined, 'a'));
    const full = lanes.use(work, undefined, 'a');
    await rejects(full, error => error instanceof Unavailable && !(error instanceof OverShare));
    const last = rejects(ofOne.at(-1) ?? Promise.resolve(), OverShare);
    const other = lanes.use(async () => 'b', undefined, 'b');
    await last;
    ends[0]?.();
    equal(await other, 'b');
  });

  it('count an abandoned work against its owner until it is over', async () => {
    const lanes = open(2, 1, 4);
    const abort = new AbortController();
    let end = (): void => undefined;
    const work = (): Promise<void> =>
      new Promise(resolve => {
        end = resolve;
      });
    const abandoned = rejects(lanes.use(work, abort.signal, 'a'));
    const order: string[] = [];
    const next = lanes.use(async () => order.push('next'), undefined, 'a');
    abort.abort();
    await abandoned;
    await lanes.use(async () => order.push('other'), undefined, 'b');
    end();
    await next;
    deepEqual(order, ['other', 'next']);
  });

  it('tell an organization over its share to come back later', () => {
    const problem = toProblem(new OverShare('too many'));
    equal(problem?.status, 429);
    ok(Number(problem?.headers['Retry-After']) >= 1);
  });
});
