import { equal, rejects } from 'node:assert/strict';
import { freshWork } from '../../platform/async/fresh-work.ts';

describe('work whose result serves for a while', () => {
  it('runs once for all who want it meanwhile, and again after that', async () => {
    let nowMs = 0;
    let runs = 0;
    const read = freshWork(
      async () => ++runs,
      100,
      () => nowMs,
    );
    equal(await read(), 1);
    nowMs = 99;
    equal(await read(), 1);
    nowMs = 100;
    equal(await read(), 2);
  });

  it('runs once at a time, and is fresh from its end on', async () => {
    let nowMs = 0;
    let runs = 0;
    const ends: (() => void)[] = [];
    const work = (): Promise<number> => new Promise(resolve => ends.push(() => resolve(++runs)));
    const read = freshWork(work, 100, () => nowMs);
    const [first, second] = [read(), read()];
    nowMs = 1_000;
    const third = read();
    equal(ends.length, 1);
    ends[0]?.();
    equal(await first, 1);
    equal(await second, 1);
    equal(await third, 1);
    nowMs = 1_099;
    equal(await read(), 1);
  });

  it('keeps a failure as long as a result', async () => {
    let nowMs = 0;
    let runs = 0;
    const read = freshWork(
      async () => {
        runs++;
        throw new Error('away');
      },
      100,
      () => nowMs,
    );
    await rejects(read(), /away/);
    await rejects(read(), /away/);
    equal(runs, 1);
    nowMs = 100;
    await rejects(read(), /away/);
    equal(runs, 2);
  });
});
