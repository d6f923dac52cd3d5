import { deepEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { holds } from '../support/property.ts';
import {
  isDecided,
  mostPassed,
  type TurnsPlan,
  TurnsWorld,
  turnsLimits,
} from '../support/turns-world.ts';

const owners = [0, 1, 2, 3, 4, 5, 6];

const plans = (isShared: boolean): fc.Arbitrary<TurnsPlan> =>
  fc.record({
    sent: fc.array(
      fc
        .tuple(fc.constantFrom(...owners), fc.nat(8), fc.nat(60))
        .map(([owner, of, bytes]) => ({ owner, key: isShared ? `${of}` : `${owner}`, bytes })),
      { maxLength: 100, size: 'max' },
    ),
    arrivals: fc.array(fc.nat(20), { maxLength: 10 }),
    pauses: fc.array(fc.nat(4), { maxLength: 10 }),
    crashes: fc.array(fc.nat(60), { maxLength: isShared ? 6 : 0 }),
  });

describe('turns of owners in a partition', function () {
  this.timeout(120_000);

  it('decide each record once, and those of one key in their order, wherever processes die', () =>
    holds(
      fc.asyncProperty(plans(true), async plan => {
        const { sent } = plan;
        const world = new TurnsWorld(plan);
        await world.run();
        deepEqual(world.decided.size, sent.length);
        const all = { offset: sent.length, metadata: '' };
        deepEqual(world.committed, sent.length === 0 ? undefined : all);
        const order = world.happened.filter(isDecided);
        for (const key of new Set(sent.map(each => each.key))) {
          const own = order.filter(({ offset }) => sent[offset]?.key === key);
          const offsets = own.map(({ offset }) => offset);
          deepEqual(
            offsets,
            offsets.toSorted((left, right) => left - right),
            `key ${key}`,
          );
        }
        // What was decided before a crash and not again before the next one comes after both.
        for (const [crash, repeats] of world.repeats.entries())
          ok(
            repeats <= 2 * turnsLimits.roundMax * Math.max(1, crash),
            `${repeats} were decided again after crash ${crash}`,
          );
      }),
      300,
    ));

  it('let nobody wait for more than two turns of each other owner', () =>
    holds(
      fc.asyncProperty(plans(false), async plan => {
        const world = new TurnsWorld(plan);
        await world.run();
        for (const owner of owners) {
          const most = mostPassed(world.happened, plan.sent, owner);
          ok(most <= 2 * turnsLimits.ownerMax, `${most} of one owner came before one of ${owner}`);
        }
      }),
      300,
    ));

  it('give one owner its turn although another has filled what is read ahead', async () => {
    const flood = { owner: 0, key: '0', bytes: 1 };
    const sent = [
      ...Array.from({ length: turnsLimits.aheadMax }, () => flood),
      { owner: 1, key: '1', bytes: 1 },
    ];
    const world = new TurnsWorld({ sent, arrivals: [sent.length], pauses: [], crashes: [] });
    await world.run();
    const order = world.happened.filter(isDecided);
    const turn = order.findIndex(({ offset }) => sent[offset]?.owner === 1);
    ok(turn <= 2 * turnsLimits.ownerMax, `expected its turn among the first, found it at ${turn}`);
  });
});
