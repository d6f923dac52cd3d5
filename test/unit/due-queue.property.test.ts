import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { DueQueue } from '../../services/notifier/core/due-queue.ts';
import { holds } from '../support/property.ts';

describe('a queue of things that are due', () => {
  it('gives them in the order of their times, as a sorted list does', async () => {
    const step = fc.record({ atMs: fc.nat(50), takeUpToMs: fc.option(fc.nat(60)) });
    await holds(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const queue = new DueQueue<number>();
        let kept: number[] = [];
        for (const { atMs, takeUpToMs } of steps) {
          queue.add(atMs, atMs);
          kept = [...kept, atMs].sort((left, right) => left - right);
          equal(queue.firstAtMs, kept[0]);
          if (takeUpToMs === null) continue;
          deepEqual(
            [...queue.take(takeUpToMs)],
            kept.filter(one => one <= takeUpToMs),
          );
          kept = kept.filter(one => one > takeUpToMs);
        }
      }),
      1_000,
    );
  });
});
