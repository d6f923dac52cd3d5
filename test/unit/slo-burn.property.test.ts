import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { budgetOf, isExhausted } from '../../domain/slos/budget.ts';
import { burnAlertsOf, burnRate } from '../../domain/slos/burn.ts';
import type { Counted, Counts } from '../../domain/slos/counts.ts';
import { exhaustsAtMs } from '../../domain/slos/forecast.ts';
import { holds } from '../support/property.ts';

const minute = 60;
const hour = 3_600;
const toSeconds = 1_764_000_000 - (1_764_000_000 % minute);

const countsUpTo = (totalMax: number): fc.Arbitrary<Counts> =>
  fc.nat(totalMax).chain(total => fc.record({ total: fc.constant(total), bad: fc.nat(total) }));

/** Percent with five decimals, as a fraction of whole numbers as well. */
const targets = fc.integer({ min: 1, max: 9_999_999 }).map(parts => ({
  target: parts / 1e5,
  budget: BigInt(10_000_000 - parts),
}));

/** The last six and a half hours by the minute, of which most have spans. */
const minutes = fc
  .array(fc.option(countsUpTo(40), { freq: 5 }), { minLength: 390, maxLength: 390 })
  .map(all =>
    all.flatMap((counts, index): readonly Counted[] =>
      counts === null
        ? []
        : [{ startSeconds: toSeconds - (index + 1) * minute, seconds: minute, ...counts }],
    ),
  );

describe('the error budget', () => {
  it('is that of exact fractions', async () => {
    await holds(
      fc.property(countsUpTo(Number.MAX_SAFE_INTEGER), targets, ({ total, bad }, drawn) => {
        const { target, budget } = drawn;
        const allowed = BigInt(total) * budget;
        const spent = BigInt(bad) * 10_000_000n;
        const found = budgetOf({ total, bad }, target);
        isNear(found.allowed, Number(allowed) / 1e7);
        isNear(found.remaining, Number(allowed - spent) / 1e7);
        equal(Math.sign(found.remaining), Number(sign(allowed - spent)));
        equal(found.spent, bad);
        isNear(found.spentPercent, total === 0 ? 0 : Number(100n * spent) / Number(allowed));
        equal(isExhausted({ total, bad }, target), bad > 0 && spent >= allowed);
        isNear(
          burnRate({ total, bad }, target),
          total === 0 ? 0 : Number(spent) / (total * Number(budget)),
        );
      }),
      2_000,
    );
  });

  it('is whole where nothing happened, and where as many failed as may it is used up', () => {
    deepEqual(budgetOf({ total: 0, bad: 0 }, 99.9), {
      allowed: 0,
      spent: 0,
      remaining: 0,
      spentPercent: 0,
      remainingPercent: 100,
    });
    equal(budgetOf({ total: 1_000, bad: 1 }, 99.9).remaining, 0);
    ok(isExhausted({ total: 1_000, bad: 1 }, 99.9));
    ok(!isExhausted({ total: 1_001, bad: 1 }, 99.9));
    ok(!isExhausted({ total: 0, bad: 0 }, 99.9));
  });
});

describe('alerts on burn rates', () => {
  it('hold exactly when both windows burn faster than their rate', async () => {
    await holds(
      fc.property(minutes, targets, (all, { target, budget }) => {
        const burns = (seconds: number, tenths: bigint): boolean => {
          const within = all.filter(({ startSeconds }) => startSeconds >= toSeconds - seconds);
          const total = BigInt(within.reduce((sum, each) => sum + each.total, 0));
          const bad = BigInt(within.reduce((sum, each) => sum + each.bad, 0));
          return 10n * bad * 10_000_000n > tenths * total * budget;
        };
        deepEqual(burnAlertsOf(all, target, toSeconds), [
          ...(burns(hour, 144n) && burns(5 * minute, 144n) ? ['critical'] : []),
          ...(burns(6 * hour, 60n) && burns(30 * minute, 60n) ? ['warning'] : []),
        ]);
      }),
      300,
    );
  });

  const steady = (share: (index: number) => number): readonly Counted[] =>
    Array.from({ length: 360 }, (_, index) => ({
      startSeconds: toSeconds - (index + 1) * minute,
      seconds: minute,
      total: 10_000,
      bad: share(index),
    }));

  it('need more than their rate, not just as much', () => {
    deepEqual(
      burnAlertsOf(
        steady(() => 144),
        99.9,
        toSeconds,
      ),
      ['warning'],
    );
    deepEqual(
      burnAlertsOf(
        steady(() => 145),
        99.9,
        toSeconds,
      ),
      ['critical', 'warning'],
    );
    deepEqual(
      burnAlertsOf(
        steady(() => 60),
        99.9,
        toSeconds,
      ),
      [],
    );
    deepEqual(
      burnAlertsOf(
        steady(() => 61),
        99.9,
        toSeconds,
      ),
      ['warning'],
    );
  });

  it('end when the short window is well again', () => {
    deepEqual(
      burnAlertsOf(
        steady(index => (index < 5 ? 0 : 500)),
        99.9,
        toSeconds,
      ),
      ['warning'],
    );
    deepEqual(
      burnAlertsOf(
        steady(index => (index < 30 ? 0 : 500)),
        99.9,
        toSeconds,
      ),
      [],
    );
  });

  it('do not hold without entry spans', () => {
    deepEqual(burnAlertsOf([], 99.9, toSeconds), []);
  });
});

describe('the forecast of the error budget', () => {
  const days = 7;
  const hours = fc
    .array(fc.option(countsUpTo(200), { freq: 3 }), { minLength: days * 24, maxLength: days * 24 })
    .map(all =>
      all.flatMap((counts, index): readonly Counted[] =>
        counts === null
          ? []
          : [{ startSeconds: toSeconds - (days * 24 - index) * hour, seconds: hour, ...counts }],
      ),
    );
  const recently = countsUpTo(600).map(counts => ({ ...counts, seconds: 6 * hour }));
  const lowTargets = fc.integer({ min: 10, max: 90 });

  /** Minute by minute: what came at the recent rate, less what has left. */
  const naive = (
    all: readonly Counted[],
    target: number,
    recent: Counts & { readonly seconds: number },
    endSeconds: number | undefined,
  ): number | undefined => {
    const credit = (counts: Counts) => (100 - target) * counts.total - 100 * counts.bad;
    let left = all.reduce((sum, each) => sum + credit(each), 0);
    const byMinute = new Map(
      all.flatMap(({ startSeconds, seconds, ...counts }) =>
        Array.from({ length: seconds / minute }, (_, index) => [
          startSeconds + index * minute,
          (credit(counts) * minute) / seconds,
        ]),
      ),
    );
    const fromSeconds = toSeconds - days * 24 * hour;
    const stop = endSeconds ?? toSeconds + days * 24 * hour;
    for (let at = toSeconds; at < stop; at += minute) {
      left += (credit(recent) * minute) / recent.seconds;
      if (endSeconds === undefined) left -= byMinute.get(fromSeconds + at - toSeconds) ?? 0;
      if (left <= -1e-6) return (at + minute) * 1_000;
    }
    return undefined;
  };

  it('is the minute in which a budget is over that is followed minute by minute', async () => {
    let found = 0;
    await holds(
      fc.property(
        hours,
        lowTargets,
        recently,
        fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
        (all, target, recent, leftHours) => {
          const endSeconds = leftHours === undefined ? undefined : toSeconds + leftHours * hour;
          const counts = all.reduce(
            (sum, { total, bad }) => ({ total: sum.total + total, bad: sum.bad + bad }),
            { total: 0, bad: 0 },
          );
          fc.pre(!isExhausted(counts, target) && recent.bad > 0);
          const foreseen = exhaustsAtMs({
            target,
            counted: all,
            fromSeconds: toSeconds - days * 24 * hour,
            toSeconds,
            recent,
            ...(endSeconds !== undefined && { endSeconds }),
          });
          const expected = naive(all, target, recent, endSeconds);
          if (foreseen !== undefined) found++;
          equal(isSame(foreseen, expected, endSeconds), true);
        },
      ),
      300,
      // Each of many smaller cases would be followed minute by minute.
      { endOnFailure: true },
    );
    ok(found > 0);
  });

  const isSame = (
    foreseen: number | undefined,
    expected: number | undefined,
    endSeconds: number | undefined,
  ): boolean => {
    if (expected === undefined) return foreseen === undefined || atEnd(foreseen, endSeconds);
    return foreseen !== undefined && Math.abs(foreseen - expected) <= minute * 1_000;
  };

  /** On the very end both may be right. */
  const atEnd = (foreseenMs: number, endSeconds = toSeconds + days * 24 * hour): boolean =>
    Math.abs(foreseenMs / 1_000 - endSeconds) <= minute;

  const asked = { target: 99, fromSeconds: toSeconds - days * 24 * hour, toSeconds };
  const past = (bad: number): readonly Counted[] => [
    { startSeconds: toSeconds - 100 * hour, seconds: hour, total: 10_000, bad },
  ];

  it('is now when the budget is used up, and never without a failure', () => {
    const recent = { total: 100, bad: 0, seconds: 6 * hour };
    equal(exhaustsAtMs({ ...asked, counted: past(100), recent }), toSeconds * 1_000);
    equal(exhaustsAtMs({ ...asked, counted: past(99), recent }), undefined);
  });

  it('does not reach beyond the end of a calendar window', () => {
    const recent = { total: 100, bad: 100, seconds: 6 * hour };
    const foreseen = exhaustsAtMs({ ...asked, counted: past(1), recent });
    equal(foreseen, (toSeconds + 6 * hour) * 1_000);
    const endSeconds = toSeconds + 5 * hour;
    equal(exhaustsAtMs({ ...asked, counted: past(1), recent, endSeconds }), undefined);
  });
});

const sign = (value: bigint): number => (value === 0n ? 0 : value < 0n ? -1 : 1);

/** Rounded at most a few times. */
function isNear(found: number, expected: number): void {
  ok(Math.abs(found - expected) <= 1e-14 * Math.abs(expected), `${found} is not ${expected}`);
}
