import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import {
  afterWrongCode,
  noWrongCodes,
  roomFor,
  type WrongCodePace,
} from '../../domain/accounts/wrong-codes.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { dayMs, hourMs, minuteMs } from '../../schemas/durations.ts';
import { mailboxPace } from '../../services/decider/core/accounts/mailbox.ts';
import { accountLimits } from '../../services/ingest-api/accounts/config.ts';
import { openNetworkWrongCodes } from '../../services/ingest-api/accounts/network-wrong-codes.ts';
import { holds } from '../support/property.ts';

const paces: fc.Arbitrary<WrongCodePace> = fc.record({
  pausesMs: fc.array(fc.nat(100), { minLength: 1, maxLength: 8 }),
  forgetMs: fc.integer({ min: 1, max: 100 }),
});

/** When the wrong codes of so many tries were taken, each try so long after the one before. */
function takenAtMs(waitsMs: readonly number[], pace: WrongCodePace): readonly number[] {
  const taken: number[] = [];
  let state = noWrongCodes;
  let nowMs = 1_000;
  for (const waitMs of waitsMs) {
    nowMs += waitMs;
    if (nowMs < state.pausedUntilMs) continue;
    ok(roomFor(state, nowMs, pace) > 0);
    state = afterWrongCode(state, nowMs, pace);
    taken.push(nowMs);
  }
  return taken;
}

describe('wrong codes', () => {
  it('are at most as many in any interval as fit at once and are forgotten in it', async () => {
    const tries = fc.array(fc.nat(60), { maxLength: 80 });
    await holds(
      fc.property(paces, tries, (pace, waitsMs) => {
        const taken = takenAtMs(waitsMs, pace);
        for (const [first, fromMs] of taken.entries())
          for (const [last, toMs] of taken.entries())
            ok(
              last - first + 1 <= pace.pausesMs.length + Math.max(0, toMs - fromMs) / pace.forgetMs,
            );
      }),
      300,
    );
  });

  it('of a mailbox are followed by ever longer pauses, up to half a day', () => {
    const pausesMs: number[] = [];
    let state = noWrongCodes;
    for (let nowMs = dayMs; pausesMs.length < 13; nowMs = state.pausedUntilMs) {
      state = afterWrongCode(state, nowMs, mailboxPace);
      pausesMs.push((state.pausedUntilMs - nowMs) / minuteMs);
    }
    deepEqual(pausesMs, [0, 0, 0, 0, 1, 5, 15, 60, 240, 720, 720, 720, 720]);
  });

  it('hold their bound although the clocks of processes differ', () => {
    let state = noWrongCodes;
    for (let nowMs = dayMs; nowMs > 0; nowMs -= hourMs)
      state = afterWrongCode(state, nowMs, mailboxPace);
    ok(state.pausedUntilMs >= dayMs + 12 * hourMs);
  });
});

describe('wrong codes of one network', () => {
  const setUp = () => {
    const clock = { nowMs: 0 };
    const limit = openNetworkWrongCodes({ now: () => clock.nowMs });
    const pauseMs = (address: string): number => {
      try {
        limit.enter(address)('other');
        return 0;
      } catch (error) {
        if (!(error instanceof HttpProblem)) throw error;
        deepEqual([error.status, error.code], [429, 'rate_limited']);
        return Number(error.headers['Retry-After']) * 1_000;
      }
    };
    /** Guesses as fast as it is let, from any address of the network. */
    const greedyUntil = (endMs: number): number => {
      let guesses = 0;
      while (clock.nowMs < endMs) {
        const waitMs = pauseMs(`2001:db8:0:${(guesses % 256).toString(16)}::1`);
        clock.nowMs += waitMs;
        if (waitMs > 0) continue;
        limit.enter('2001:db8::2')('wrong');
        guesses++;
      }
      return guesses;
    };
    return { clock, limit, pauseMs, greedyUntil };
  };

  it('are at most 740 in 30 days, for all mailboxes together', () => {
    const { greedyUntil } = setUp();
    const inDay = greedyUntil(dayMs);
    const inMonth = inDay + greedyUntil(30 * dayMs);
    process.stdout.write(`      ${inDay} guesses in a day, ${inMonth} in 30 days\n`);
    ok(inDay <= 44 && inDay >= 40);
    ok(inMonth <= 740 && inMonth >= 730);
  });

  it('pause that network alone, and not for right codes', () => {
    const { limit, pauseMs } = setUp();
    for (let guess = 0; guess < 11; guess++) limit.enter('192.0.2.1')('wrong');
    equal(pauseMs('192.0.2.1'), minuteMs);
    for (let guess = 0; guess < 100; guess++) limit.enter('192.0.2.2')('other');
    equal(pauseMs('192.0.2.2'), 0);
  });

  it('are bounded while they are tried at once', () => {
    const { limit, pauseMs } = setUp();
    const most = accountLimits.networkPace.pausesMs.length;
    const leaving = Array.from({ length: most }, () => limit.enter('192.0.2.1'));
    equal(pauseMs('192.0.2.1'), 1_000);
    leaving.pop()?.('other');
    equal(pauseMs('192.0.2.1'), 0);
    for (const leave of leaving) leave('wrong');
    ok(pauseMs('192.0.2.1') >= 30 * minuteMs);
  });

  it('are forgotten with the network that was met first when there are too many', () => {
    const { limit, pauseMs } = setUp();
    for (let guess = 0; guess < 11; guess++) limit.enter('192.0.2.1')('wrong');
    for (let n = 0; n < accountLimits.addressesMax; n++)
      limit.enter(`10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`)('wrong');
    equal(pauseMs('192.0.2.1'), 0);
  });
});
