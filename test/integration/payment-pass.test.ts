import { deepEqual, equal } from 'node:assert/strict';
import { graceMs } from '../../domain/billing/payment.ts';
import { sandboxChanged, sandboxPayment } from '../../domain/billing/sandbox.ts';
import { type Metrics, openMetrics } from '../../platform/metrics/registry.ts';
import type { PaymentProvider } from '../../platform/payments/port.ts';
import { openSandboxPayments } from '../../platform/payments/sandbox.ts';
import { openStripePayments } from '../../platform/payments/stripe.ts';
import { payments as rows } from '../../projections/billing/payments.ts';
import { checkoutId } from '../../schemas/billing/ids.ts';
import { monthEndMs, monthOf } from '../../schemas/billing/month.ts';
import type { Payment } from '../../schemas/billing/payment.ts';
import { freePlan } from '../../schemas/billing/quota.ts';
import { dayMs } from '../../schemas/durations.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { limits } from '../../services/monitor/config.ts';
import { openPaymentFigures } from '../../services/monitor/payment-figures.ts';
import { createPaymentPass } from '../../services/monitor/payments.ts';
import { quiet } from '../support/processing.ts';
import { openQuotaFixture, type QuotaFixture } from '../support/quota-fixture.ts';
import { type StripeDouble, startStripe } from '../support/stripe/server.ts';

const { signal } = new AbortController();
const team = { plan: 'team', traceLimit: 10_000_000, bytesLimit: 1_000_000_000_000 };
const keyring = { mac: async () => Buffer.alloc(32, 1) };

describe('what a monitor does about payments', function () {
  this.timeout(60_000);
  let house: QuotaFixture;
  let stripe: StripeDouble;
  let metrics: Metrics;

  beforeEach(async () => {
    house = await openQuotaFixture();
    stripe = await startStripe(() => house.clock.nowMs);
    metrics = openMetrics();
  });
  afterEach(async () => {
    await stripe.close();
    await house.close();
  });

  const passOf = (payments: PaymentProvider, dependencies = house.dependencies) => {
    const figures = openPaymentFigures({ metrics, clock: () => house.clock.nowMs });
    const configuration = { freePlan };
    return createPaymentPass({ ...dependencies, payments, configuration, figures, log: quiet });
  };
  const look = async (payments: PaymentProvider): Promise<void> => {
    await passOf(payments)(signal);
    await house.decide();
    await house.projections.barrier(signal);
  };
  const pays = async (payment: Payment, organization: OrganizationId): Promise<void> => {
    const of = { organizationId: organization };
    await house.happen(organization, { type: 'PaymentChanged', data: { ...of, payment } });
    const data = { ...of, ...team, interval: payment.interval };
    await house.happen(organization, { type: 'PlanChanged', data });
  };
  /** A team that pays through Stripe. */
  const stripeTeam = async (organization: OrganizationId) => {
    const payments = openStripePayments(stripe.settings);
    const { sessionId } = await payments.openSession({
      reference: checkoutId('c'),
      organization,
      plan: 'team',
      name: 'Team',
      price: 99,
      currency: 'USD',
      interval: 'monthly',
      successUrl: 'https://shop.example.com/',
      cancelUrl: 'https://shop.example.com/',
      expiresAtMs: house.clock.nowMs,
      publicUrl: 'https://tidemark.example.com',
    });
    const subscription = stripe.account.pay(sessionId);
    const read = await payments.notices?.read(subscription);
    if (read === undefined) throw new Error('expected what was paid');
    return { payments, subscription, payment: read.payment };
  };
  const types = async (organization: OrganizationId) =>
    (await house.facts(organization)).map(({ type }) => type);
  /** How often the provider was asked, in these looks. */
  const calls = async (call: 'read' | 'report', outcome: 'done' | 'failed'): Promise<number> => {
    const line = `tidemark_payment_calls_total{call="${call}",outcome="${outcome}"} `;
    const found = (await metrics.expose()).split('\n').find(each => each.startsWith(line));
    return Number(found?.slice(line.length));
  };
  const row = (organization: OrganizationId) => house.projections.get(rows, organization);

  it('ends the plan when the grace is over, once, and brings it back when the payment came', async () => {
    const organization = await house.subscribe(freePlan);
    const { payments, subscription } = await stripeTeam(organization);
    stripe.account.failPayment(subscription);
    const failed = await payments.notices?.read(subscription);
    if (failed?.payment.standing.status !== 'failed') throw new Error('expected a failed payment');
    await pays(failed.payment, organization);
    house.clock.nowMs = failed.payment.standing.sinceMs + graceMs - 1;
    await look(payments);
    deepEqual(await types(organization), ['PaymentChanged', 'PlanChanged']);
    house.clock.nowMs += 1;
    // Nobody need answer: what is recorded suffices.
    stripe.goDown(true);
    for (let monitors = 0; monitors < 2; monitors++) await look(payments);
    stripe.goDown(false);
    deepEqual([await calls('read', 'done'), await calls('read', 'failed')], [0, 1]);
    deepEqual(await types(organization), ['PaymentChanged', 'PlanChanged', 'PlanChanged']);
    equal(row(organization)?.entitled, 'free');
    stripe.account.recover(subscription);
    house.clock.nowMs = failed.payment.periodEndsAtMs + limits.payments.noticeLateMs;
    await look(payments);
    equal(row(organization)?.entitled, 'team');
    equal(row(organization)?.payment.standing.status, 'paid');
    deepEqual([await calls('read', 'done'), await calls('read', 'failed')], [1, 1]);
  });

  it('asks for a period that is over without a notice, after a while', async () => {
    const organization = await house.subscribe(freePlan);
    const { payments, subscription, payment } = await stripeTeam(organization);
    await pays(payment, organization);
    stripe.account.endPeriod(subscription);
    house.clock.nowMs = payment.periodEndsAtMs + limits.payments.noticeLateMs - 1;
    const asked = stripe.asked.length;
    await look(payments);
    equal(stripe.asked.length, asked);
    house.clock.nowMs += 1;
    await look(payments);
    equal((row(organization)?.payment.periodEndsAtMs ?? 0) > house.clock.nowMs, true);
    equal(row(organization)?.entitled, 'team');
  });

  it('renews and ends what is paid in the sandbox', async () => {
    const payments = openSandboxPayments({ keyring });
    const organization = await house.subscribe(freePlan);
    const of = { checkoutId: checkoutId('c'), organizationId: organization };
    const began = sandboxPayment({ ...of, plan: 'team', interval: 'monthly' }, house.clock.nowMs);
    await pays(began, organization);
    house.clock.nowMs = began.periodEndsAtMs + limits.payments.noticeLateMs;
    await look(payments);
    const renewed = row(organization)?.payment;
    if (renewed === undefined) throw new Error('expected a payment');
    equal(renewed.periodEndsAtMs > began.periodEndsAtMs + 27 * dayMs, true);
    const wish = { plan: 'free', interval: 'monthly', atMs: house.clock.nowMs } as const;
    const ending = sandboxChanged(renewed, { ...wish, step: 'end' });
    await house.happen(organization, {
      type: 'PaymentChanged',
      data: { organizationId: organization, payment: ending },
    });
    house.clock.nowMs = renewed.periodEndsAtMs;
    await look(payments);
    deepEqual(
      [row(organization)?.entitled, row(organization)?.payment.standing.status],
      ['free', 'ended'],
    );
  });

  it('reports a month again after the provider was away', async () => {
    const organization = await house.subscribe(freePlan);
    const { payments, payment } = await stripeTeam(organization);
    await pays(payment, organization);
    const month = monthOf(payment.startedAtMs);
    house.clock.nowMs = monthEndMs(month);
    const closed = { organizationId: organization, month, traces: 7, bytes: 4_000 };
    await house.happen(organization, { type: 'PeriodClosed', data: closed });
    stripe.goDown(true);
    await look(payments);
    stripe.goDown(false);
    equal(row(organization)?.reported, undefined);
    await look(payments);
    equal(row(organization)?.reported, month);
    deepEqual([await calls('report', 'done'), await calls('report', 'failed')], [1, 1]);
  });

  it('reports a month that is closed once, though the record of it was lost', async () => {
    const organization = await house.subscribe(freePlan);
    const { payments, payment } = await stripeTeam(organization);
    await pays(payment, organization);
    const month = monthOf(payment.startedAtMs);
    await look(payments);
    equal(stripe.account.meterEvents.size, 0);
    house.clock.nowMs = monthEndMs(month);
    const closed = { organizationId: organization, month, traces: 7, bytes: 4_000 };
    await house.happen(organization, { type: 'PeriodClosed', data: closed });
    const lost = { ...house.dependencies, topicLog: { ...house.dependencies.topicLog } };
    lost.topicLog.append = async () => [];
    await passOf(payments, lost)(signal);
    equal(row(organization)?.reported, undefined);
    for (let looks = 0; looks < 2; looks++) await look(payments);
    equal(row(organization)?.reported, month);
    deepEqual([await calls('report', 'done'), await calls('report', 'failed')], [2, 0]);
    deepEqual(
      [...stripe.account.meterEvents].map(([identifier, { payload }]) => [identifier, payload]),
      [
        [`${organization}/${month}/traces`, { stripe_customer_id: payment.customer, value: '7' }],
        [`${organization}/${month}/bytes`, { stripe_customer_id: payment.customer, value: '4000' }],
      ],
    );
    deepEqual(
      (await types(organization)).filter(type => type === 'UsageReported'),
      ['UsageReported'],
    );
  });
});
