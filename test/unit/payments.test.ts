import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import {
  counts,
  entitledPlan,
  graceMs,
  isSamePayment,
  planStep,
} from '../../domain/billing/payment.ts';
import { paidOffer } from '../../domain/billing/plans.ts';
import { sandboxAt, sandboxChanged, sandboxPayment } from '../../domain/billing/sandbox.ts';
import { checkoutId, checkoutStream } from '../../schemas/billing/ids.ts';
import { monthOf } from '../../schemas/billing/month.ts';
import type { Payment } from '../../schemas/billing/payment.ts';
import { freePlan, type Plan } from '../../schemas/billing/quota.ts';
import type { Command } from '../../schemas/commands/command.ts';
import { dayMs } from '../../schemas/durations.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import { organizationId, sealed, subscriptionStream } from '../../schemas/ids.ts';
import { envelope } from '../support/account-commands.ts';
import { given, past } from '../support/given.ts';
import { paidSinceMs, paymentOf, recordPayment } from '../support/payments.ts';
import { holds } from '../support/property.ts';

const organization = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const stream = subscriptionStream(organization);
const started = past(stream, {
  type: 'SubscriptionStarted',
  data: { organizationId: organization, ...freePlan },
});

const limitsOf = (name: string): Plan => {
  const { plan, traceLimit, bytesLimit } = paidOffer(name) ?? freePlan;
  return { plan, traceLimit, bytesLimit };
};
const changed = (payment: Payment): EventPayload => ({
  type: 'PaymentChanged',
  data: { organizationId: organization, payment },
});
const planned = (name: string, more: object = {}): EventPayload => ({
  type: 'PlanChanged',
  data: { organizationId: organization, ...limitsOf(name), ...more },
});
const record = (payment: Payment, after: number, atMs = paidSinceMs, more: object = {}) =>
  recordPayment(organization, { payment, after, ...more }, atMs);
const paid = (payment = paymentOf()) => [
  started,
  past(stream, changed(payment)),
  past(stream, planned('team', { interval: 'monthly' })),
];

describe('What is paid for', () => {
  it('gives its plan at once, once', () => {
    const payment = paymentOf();
    given(started)
      .when(record(payment, 0))
      .expect({ stream, facts: [changed(payment), planned('team', { interval: 'monthly' })] });
    given(...paid())
      .when(record(payment, 1))
      .expect();
  });

  it('is recorded only by those who knew what was recorded before', () => {
    const payment = paymentOf({ plan: 'scale' });
    for (const after of [0, 2])
      given(...paid())
        .when(record(payment, after))
        .rejects('payment_changed');
    given(...paid())
      .when(record(payment, 1))
      .expect({ stream, facts: [changed(payment), planned('scale', { interval: 'monthly' })] });
  });

  it('keeps the plan for a week after a payment failed, and not longer', () => {
    const failed = paymentOf({ standing: { status: 'failed', sinceMs: paidSinceMs } });
    const endsMs = paidSinceMs + graceMs;
    given(...paid())
      .when(record(failed, 1, endsMs - 1))
      .expect({ stream, facts: [changed(failed)] });
    const failing = [...paid(), past(stream, changed(failed))];
    given(...failing)
      .when(record(failed, 2, endsMs))
      .expect({ stream, facts: [planned('free')] });
    const over = [...failing, past(stream, planned('free'))];
    given(...over)
      .when(record(failed, 2, endsMs + dayMs))
      .expect();
    const again = paymentOf();
    given(...over)
      .when(record(again, 2, endsMs + dayMs))
      .expect({ stream, facts: [changed(again), planned('team', { interval: 'monthly' })] });
  });

  it('becomes what was decided for the end of the period, also when no notice says so', () => {
    const atMs = paymentOf().periodEndsAtMs;
    const smaller = paymentOf({ next: { plan: 'starter', interval: 'yearly', atMs } });
    const decided = [...paid(), past(stream, changed(smaller))];
    given(...decided)
      .when(record(smaller, 2, atMs - 1))
      .expect();
    given(...decided)
      .when(record(smaller, 2, atMs))
      .expect({ stream, facts: [planned('starter', { interval: 'yearly' })] });
    const ending = paymentOf({ next: { plan: 'free', atMs } });
    given(...paid(), past(stream, changed(ending)))
      .when(record(ending, 2, atMs))
      .expect({ stream, facts: [planned('free')] });
  });

  it('ends the stop of its month when the plan is larger', () => {
    const month = monthOf(paidSinceMs);
    const { plan: _, ...limits } = freePlan;
    const exceeded = past(stream, {
      type: 'QuotaExceeded',
      data: { organizationId: organization, month, traces: 200_000, bytes: 0, ...limits },
    });
    const payment = paymentOf();
    const restored: EventPayload = {
      type: 'QuotaRestored',
      data: { organizationId: organization, month },
    };
    const plan = planned('team', { interval: 'monthly' });
    given(started, exceeded)
      .when(record(payment, 0))
      .expect({ stream, facts: [changed(payment), plan, restored] });
  });

  it('completes the checkout that it was ordered with, once', () => {
    const id = checkoutId('3f0c2c5e-91a2-5c1c-8c1e-55a1b0a4f6d1');
    const opened = past(checkoutStream(id), {
      type: 'CheckoutOpened',
      data: {
        checkoutId: id,
        organizationId: organization,
        provider: 'stripe',
        sessionHash: 'hash',
        ...limitsOf('team'),
        interval: 'monthly',
        price: 99,
        currency: 'USD',
        source: '',
        returnSealed: sealed('urls'),
        expiresAtMs: paidSinceMs - 1,
      },
    });
    const completed: EventPayload = {
      type: 'CheckoutCompleted',
      data: { checkoutId: id, organizationId: organization, sessionHash: 'hash' },
    };
    const payment = paymentOf();
    const plan = planned('team', { interval: 'monthly', checkoutId: id });
    given(started, opened)
      .when(record(payment, 0, paidSinceMs, { checkoutId: id }))
      .expect(
        { stream, facts: [changed(payment), plan] },
        { stream: checkoutStream(id), facts: [completed] },
      );
    given(...paid(), opened, past(checkoutStream(id), completed))
      .when(record(payment, 1, paidSinceMs, { checkoutId: id }))
      .expect();
  });

  it('leaves a plan that an operator gave, until what is paid for changes', () => {
    const give = (plan: string): Command => ({
      type: 'SetPlan',
      data: { organizationId: organization, plan: limitsOf(plan) },
      ...envelope(stream, paidSinceMs),
    });
    const gift = planned('scale', { givenBy: 'operator' });
    given(...paid())
      .when(give('scale'))
      .expect({ stream, facts: [gift] });
    const given2 = [...paid(), past(stream, gift)];
    given(...given2)
      .when(give('scale'))
      .expect();
    const renewed = paymentOf({ periodEndsAtMs: Date.UTC(2027, 0, 25, 9) });
    given(...given2)
      .when(record(renewed, 1))
      .expect({ stream, facts: [changed(renewed)] });
    const smaller = paymentOf({ plan: 'starter' });
    given(...given2)
      .when(record(smaller, 1))
      .expect({ stream, facts: [changed(smaller), planned('starter', { interval: 'monthly' })] });
    given().when(give('scale')).rejects('subscription_unknown');
  });

  it('reports each month once, in order', () => {
    const report = (month: string): Command => ({
      type: 'RecordUsageReport',
      data: { organizationId: organization, month: monthOf(Date.parse(`${month}-15`)) },
      ...envelope(stream, paidSinceMs),
    });
    const reported = past(stream, {
      type: 'UsageReported',
      data: { organizationId: organization, month: monthOf(Date.UTC(2026, 9, 15)) },
    });
    given(started)
      .when(report('2026-10'))
      .expect({ stream, facts: [reported.fact] });
    given(started, reported).when(report('2026-10')).expect();
    given(started, reported).when(report('2026-09')).expect();
  });

  it('is that of the later of two subscriptions', () => {
    const later = paymentOf({ subscription: 'sub_2', startedAtMs: paidSinceMs + 1 });
    const ended = { standing: { status: 'ended', atMs: paidSinceMs } } as const;
    deepEqual(
      [
        counts(later, paymentOf()),
        counts(paymentOf(), later),
        counts({ ...later, ...ended }, paymentOf()),
        counts(paymentOf(), { ...later, ...ended }),
        counts(paymentOf(ended), undefined),
        counts(paymentOf(ended), paymentOf()),
      ],
      [true, false, false, true, true, true],
    );
  });
});

describe('A change of the plan', () => {
  it('is at once when it is more, and at the end of the period when it is less', () => {
    const team = { plan: 'team', interval: 'monthly' } as const;
    for (const [plan, interval, step] of [
      ['team', 'monthly', 'keep'],
      ['team', 'yearly', 'upgrade'],
      ['scale', 'monthly', 'upgrade'],
      ['starter', 'monthly', 'downgrade'],
      ['starter', 'yearly', 'downgrade'],
      ['free', 'monthly', 'end'],
    ] as const)
      equal(planStep(team, { plan, interval }), step, `${plan} ${interval}`);
    equal(planStep({ plan: 'team', interval: 'yearly' }, team), 'downgrade');
  });
});

const interval = fc.constantFrom('monthly' as const, 'yearly' as const);
const instant = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 11, 31) });
const of = { checkoutId: checkoutId('c'), organizationId: organization };

describe('A payment of the sandbox', () => {
  it('always has a period around now, which ends on the day on which it began or on the last of its month', () =>
    holds(
      fc.property(instant, interval, fc.nat(900), (startedAtMs, every, days) => {
        const nowMs = startedAtMs + days * dayMs;
        const began = sandboxPayment({ ...of, plan: 'team', interval: every }, startedAtMs);
        const { periodEndsAtMs } = sandboxAt(began, nowMs);
        const longest = every === 'yearly' ? 366 * dayMs : 31 * dayMs;
        equal(periodEndsAtMs > nowMs && periodEndsAtMs <= nowMs + longest, true);
        const [from, end] = [new Date(startedAtMs), new Date(periodEndsAtMs)];
        const isLast = new Date(periodEndsAtMs + dayMs).getUTCDate() === 1;
        equal(end.getUTCDate() === from.getUTCDate() || isLast, true);
        equal(end.getTime() % dayMs, from.getTime() % dayMs);
      }),
      500,
    ));

  it('gives the same plans whether it is looked at often or once', () =>
    holds(
      fc.property(instant, interval, fc.array(fc.nat(60), { maxLength: 8 }), (at, every, days) => {
        const began = sandboxPayment({ ...of, plan: 'team', interval: every }, at);
        const change = { step: 'downgrade', plan: 'starter', interval: every, atMs: at } as const;
        const decided = sandboxChanged(began, change);
        let [often, nowMs] = [decided, at];
        for (const more of days) {
          nowMs += more * dayMs;
          often = sandboxAt(often, nowMs);
        }
        const once = sandboxAt(decided, nowMs);
        equal(isSamePayment(often, once), true);
        equal(entitledPlan(often, nowMs), entitledPlan(decided, nowMs));
      }),
      500,
    ));

  it('ends when it was decided to', () => {
    const began = sandboxPayment({ ...of, plan: 'team', interval: 'monthly' }, paidSinceMs);
    const wish = { plan: 'free', interval: 'monthly', atMs: paidSinceMs } as const;
    const ending = sandboxChanged(began, { ...wish, step: 'end' });
    equal(sandboxAt(ending, began.periodEndsAtMs - 1).standing.status, 'paid');
    deepEqual(sandboxAt(ending, began.periodEndsAtMs).standing, {
      status: 'ended',
      atMs: began.periodEndsAtMs,
    });
  });
});
