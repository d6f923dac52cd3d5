import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { dayMs, hourMs, minuteMs } from '../../schemas/durations.ts';
import { mailboxPace } from '../../services/decider/core/accounts/mailbox.ts';
import { another, requestRegistration, verifyRegistration } from '../support/account-commands.ts';
import { type Attack, openAttack } from '../support/mailbox-attack.ts';
import { holds } from '../support/property.ts';

const monthMs = 30 * dayMs;
const guessesPerDayMax = 12;
const guessesPerMonthMax = 70;
const codes = 1_000_000;

const mostWithin = (atMs: readonly number[], windowMs: number): number =>
  Math.max(
    0,
    ...atMs.map((from, index) => atMs.slice(index).filter(each => each < from + windowMs).length),
  );

type Step = (attack: Attack) => unknown;

/** A new session and so many guesses at once. */
const burst =
  (times: number): Step =>
  attack => {
    attack.register();
    for (let time = 0; time < times; time++) attack.guess();
  };

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.nat(3).map(
    (tag): Step =>
      attack =>
        attack.register(tag),
  ),
  fc.tuple(fc.nat(6), fc.nat(3)).map(
    ([back, tag]): Step =>
      attack =>
        attack.guess(back, tag),
  ),
  fc.nat(12).map(burst),
  fc.oneof(fc.nat(2 * hourMs), fc.nat(2 * dayMs)).map(
    (ms): Step =>
      attack => {
        attack.waitUntil(attack.now() + ms);
      },
  ),
  fc.constant<Step>(attack => attack.waitForPause()),
);

describe('guessing the codes of one mailbox for a month', () => {
  it('gives the fastest at most 70 guesses: a chance of less than 0.01 %', () => {
    const attack = openAttack();
    attack.greedyUntil(monthMs);
    const guesses = attack.guessedAtMs.filter(atMs => atMs < monthMs).length;
    process.stdout.write(`      ${guesses} guesses in 30 days\n`);
    ok(guesses <= guessesPerMonthMax && guesses >= guessesPerMonthMax - 2, `found ${guesses}`);
    ok(guesses / codes < 0.000_1);
    ok(mostWithin(attack.guessedAtMs, dayMs) <= guessesPerDayMax);
  });

  it('gives no strategy more in any 30 days or any day', async () => {
    const strategies = fc.array(steps, { minLength: 20, maxLength: 300 });
    await holds(
      fc.property(strategies, strategy => {
        const attack = openAttack();
        for (const step of strategy) step(attack);
        ok(mostWithin(attack.guessedAtMs, monthMs) <= guessesPerMonthMax);
        ok(mostWithin(attack.guessedAtMs, dayMs) <= guessesPerDayMax);
      }),
      200,
    );
  });

  it('lets the owner in at most half a day after the last guess', () => {
    const attack = openAttack();
    attack.greedyUntil(monthMs);
    const last = attack.guessedAtMs.at(-1) ?? 0;
    const longestMs = Math.max(...mailboxPace.pausesMs);
    equal(longestMs, 12 * hourMs);
    const sessionId = another(999_999);
    const registered = requestRegistration({ sessionId }, last + longestMs - minuteMs);
    equal(attack.world.command(registered).kind, 'accepted');
    const early = attack.world.command(verifyRegistration({ sessionId }, last + longestMs - 1));
    equal(early.kind === 'rejected' && early.reason, 'too_many_wrong_codes');
    const right = verifyRegistration({ sessionId }, last + longestMs);
    equal(attack.world.command(right).kind, 'accepted');
  });
});
