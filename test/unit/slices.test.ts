import { deepEqual, equal, rejects } from 'node:assert/strict';
import { openSlicer } from '../../platform/shares/slices.ts';
import { sortInTurns } from '../../services/query-api/bounds/sort-in-turns.ts';

/** The event loop of a test: each look lets one callback run, and what follows from it. */
function openLoop() {
  const deferred: (() => void)[] = [];
  return {
    defer: (callback: () => void) => deferred.push(callback),
    look: async (): Promise<void> => {
      for (const callback of deferred.splice(0)) callback();
      await new Promise(resolve => setImmediate(resolve));
    },
  };
}

describe('turns of long work', () => {
  it('are one for each look of the event loop, and alternate between organizations', async () => {
    const { defer, look } = openLoop();
    const turns = openSlicer({ turnMs: 10, defer, clock: () => 0 });
    const done: string[] = [];
    const work = async (organization: string, name: string): Promise<void> => {
      const turn = turns.of(organization);
      for (let slice = 1; slice <= 2; slice++) {
        await turn.next();
        done.push(`${name}${slice}`);
      }
    };
    for (const name of ['a', 'b', 'c']) void work('many', name);
    void work('one', 'z');
    const counts: number[] = [];
    for (let at = 0; at < 8; at++) {
      await look();
      counts.push(done.length);
    }
    deepEqual(counts, [1, 2, 3, 4, 5, 6, 7, 8]);
    deepEqual(done, ['a1', 'z1', 'b1', 'z2', 'c1', 'a2', 'b2', 'c2']);
  });

  it('are over after their time', async () => {
    const { defer, look } = openLoop();
    let nowMs = 0;
    const turn = openSlicer({ turnMs: 10, defer, clock: () => nowMs }).of('one');
    equal(turn.isOver(), true);
    const next = turn.next();
    await look();
    await next;
    equal(turn.isOver(), false);
    nowMs = 10;
    equal(turn.isOver(), true);
  });

  it('end with the request', async () => {
    const { defer, look } = openLoop();
    const gone = new AbortController();
    const turn = openSlicer({ turnMs: 10, defer }).of('one', gone.signal);
    const next = turn.next();
    gone.abort(new Error('the client left'));
    const rejected = rejects(next, /the client left/);
    await look();
    await rejected;
  });
});

describe('sorting in turns', () => {
  it('gives what sorting at once does', async () => {
    const turn = { isOver: () => true, next: async () => undefined };
    for (const count of [0, 1, 2_000, 2_001, 9_999]) {
      const items = Array.from({ length: count }, (_, at) => ({ at, order: (at * 7_919) % 101 }));
      const byOrder = (left: { order: number }, right: { order: number }) =>
        left.order - right.order;
      deepEqual(await sortInTurns(items, byOrder, turn), items.toSorted(byOrder));
    }
  });
});
