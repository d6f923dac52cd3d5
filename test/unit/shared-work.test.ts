import assert from 'node:assert/strict';
import { sharedWork } from '../../platform/async/shared-work.ts';

describe('shared work', () => {
  const open = () => {
    const runs: PromiseWithResolversOf<number>[] = [];
    const work = sharedWork(() => {
      const run = withResolvers<number>();
      runs.push(run);
      return run.promise;
    });
    return { runs, work };
  };

  it('gives calls during a run the result of that run, and runs again for later ones', async () => {
    const { runs, work } = open();
    const both = Promise.all([work.run(), work.run()]);
    runs[0]?.resolve(7);
    assert.deepEqual(await both, [7, 7]);
    assert.equal(runs.length, 1);
    const later = work.run();
    runs[1]?.resolve(8);
    assert.equal(await later, 8);
  });

  it('runs again after it failed', async () => {
    const { runs, work } = open();
    const failed = work.run();
    runs[0]?.reject(new Error('away'));
    await assert.rejects(failed, /away/);
    const later = work.run();
    runs[1]?.resolve(1);
    assert.equal(await later, 1);
  });

  it('has ended when no run is under way', async () => {
    const { runs, work } = open();
    await work.ended();
    let isOver = false;
    const run = work.run().then(() => {
      isOver = true;
    });
    const ended = work.ended().then(() => assert.equal(isOver, true));
    runs[0]?.resolve(1);
    await Promise.all([run, ended]);
  });
});

type PromiseWithResolversOf<T> = {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
};

function withResolvers<T>(): PromiseWithResolversOf<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  return { promise, resolve, reject };
}
