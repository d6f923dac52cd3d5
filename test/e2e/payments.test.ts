import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { graceMs } from '../../domain/billing/payment.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { subscriptionStream } from '../../schemas/ids.ts';
import { eventsOf } from '../support/accounts.ts';
import { onBothEngines } from '../support/both-engines.ts';
import { type Buyer, buyerOf } from '../support/checkout-client.ts';
import { tidemark as runCommand } from '../support/cli.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { adminToken } from '../support/cluster-accounts.ts';
import { openMcpClient } from '../support/mcp-client.ts';
import { followed } from '../support/mcp-lists.ts';
import type { StripeEvent } from '../support/stripe/account.ts';
import { type StripeDouble, signed, startStripe } from '../support/stripe/server.ts';

type Answer<Name extends 'changePlan' | 'stripeEvents'> = {
  readonly status: number;
  readonly body: ResponseOf<Name> & { readonly code?: string };
  readonly retryAfter: string | null;
};

onBothEngines('payments with Stripe', function (start) {
  this.timeout(120_000);
  let stripe: StripeDouble;
  let tidemark: WholeTidemark;
  let ada: Buyer;
  let eve: Buyer;
  let subscription = '';

  before(async function () {
    stripe = await startStripe();
    tidemark = await start(this, stripe.environment);
    ada = await buyerOf(tidemark, 'ada');
    eve = await buyerOf(tidemark, 'eve');
  });
  after(async () => {
    await tidemark?.close();
    await stripe?.close();
  });

  const send = async <Name extends 'changePlan' | 'stripeEvents'>(
    path: string,
    body: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<Answer<Name>> => {
    const response = await fetch(`${tidemark.url}/v1/billing/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
      body,
    });
    return {
      status: response.status,
      body: (await response.json()) as Answer<Name>['body'],
      retryAfter: response.headers.get('Retry-After'),
    };
  };
  const notify = (event: StripeEvent, how: Parameters<typeof signed>[1] = {}) => {
    const { body, signature } = signed(event, how);
    return send<'stripeEvents'>('stripe-events', body, { 'Stripe-Signature': signature });
  };
  const changePlan = (of: Buyer, plan: string, more: Readonly<Record<string, string>> = {}) =>
    send<'changePlan'>('change-plan', JSON.stringify({ plan_id: plan }), {
      'X-API-Key': of.key,
      ...more,
    });
  const facts = async (of: Buyer): Promise<readonly string[]> =>
    (await eventsOf(tidemark.platform.eventStore, subscriptionStream(of.organization))).map(
      ({ type }) => type,
    );
  const last = (): StripeEvent => {
    const event = stripe.account.events.at(-1);
    if (event === undefined) throw new Error('expected an event');
    return event;
  };
  const invoicesOf = async (of: Buyer, query = '') =>
    (await tidemark.get<ResponseOf<'invoices'>>(`/v1/billing/invoices${query}`, of.key)).body;

  it('open a checkout on the page of Stripe, which nobody completes here', async () => {
    const { session_id: session, checkout_url: url } = await ada.open('team');
    match(session, /^cs_test_/);
    ok(url.startsWith(`${stripe.url}/c/pay/`), url);
    equal((await ada.page(session)).status, 404);
    deepEqual(await ada.pay(session), [303, `../${session}`]);
    equal((await ada.subscription()).plan, 'free');
    subscription = stripe.account.pay(session);
  });

  it('give the plan once, however the events of a payment are repeated and reordered', async () => {
    const events = stripe.account.events.slice(-2).toReversed();
    for (const event of [...events, ...events]) {
      const { status, body } = await notify(event);
      deepEqual([status, body], [200, { received: true }]);
    }
    const { plan, payment, usage } = await ada.subscription();
    deepEqual(
      [plan, usage.trace_limit, payment?.provider, payment?.status, payment?.next],
      ['team', 10_000_000, 'stripe', 'paid', null],
    );
    deepEqual(await facts(ada), ['SubscriptionStarted', 'PaymentChanged', 'PlanChanged']);
    const { events: audited } = (
      await tidemark.get<ResponseOf<'audit'>>('/v1/audit?limit=50', ada.key)
    ).body;
    ok(audited.some(({ summary }) => summary === 'A checkout was paid'));
  });

  it('take nothing from events that are forged, changed or stale', async () => {
    stripe.account.failPayment(subscription);
    const event = last();
    const before = await facts(ada);
    const { body, signature } = signed(event);
    const headers = { 'Stripe-Signature': signature };
    for (const answer of [
      await notify(event, { secret: 'whsec_of_somebody_else' }),
      await notify(event, { atMs: Date.now() - 301_000 }),
      await send<'stripeEvents'>('stripe-events', `${body} `, headers),
      await send<'stripeEvents'>('stripe-events', body, {}),
    ])
      deepEqual([answer.status, answer.body.code], [400, 'invalid_signature']);
    const long = await send<'stripeEvents'>('stripe-events', `"${'x'.repeat(200_000)}"`, headers);
    equal(long.status, 413);
    deepEqual(await facts(ada), before);
    stripe.account.recover(subscription);
  });

  it('keep the plan for a grace after a payment failed, and say until when', async () => {
    stripe.account.failPayment(subscription);
    const failed = last();
    equal((await notify(failed)).status, 200);
    const { plan, payment } = await ada.subscription();
    deepEqual([plan, payment?.status], ['team', 'failed']);
    const [failedAt, endsAt] = [payment?.failed_at ?? '', payment?.grace_ends_at ?? ''];
    equal(Date.parse(endsAt) - Date.parse(failedAt), graceMs);
    stripe.account.recover(subscription);
    equal((await notify(last())).status, 200);
    // What is older comes last, and undoes nothing.
    equal((await notify(failed)).status, 200);
    const now = await ada.subscription();
    deepEqual([now.plan, now.payment?.status, now.payment?.grace_ends_at], ['team', 'paid', null]);
  });

  it('are sent again by Stripe while it cannot be asked, and are taken then', async () => {
    stripe.account.failPayment(subscription);
    const event = last();
    stripe.goDown(true);
    const refused = await notify(event);
    deepEqual([refused.status, refused.body.code], [503, 'unavailable']);
    ok(Number(refused.retryAfter) >= 1);
    const { status, retryAfter } = await changePlan(ada, 'scale');
    equal(status, 503);
    ok(Number(retryAfter) >= 1);
    stripe.goDown(false);
    equal((await notify(event)).status, 200);
    equal((await ada.subscription()).payment?.status, 'failed');
    stripe.account.recover(subscription);
    equal((await notify(last())).status, 200);
  });

  it('make a plan larger at once, and smaller when the period ends', async () => {
    const larger = await changePlan(ada, 'scale', { 'Idempotency-Key': 'larger' });
    deepEqual(
      [larger.status, larger.body.plan, larger.body.payment?.plan],
      [200, 'scale', 'scale'],
    );
    equal((await ada.subscription()).usage.trace_limit, 100_000_000);
    const smaller = await changePlan(ada, 'starter');
    deepEqual(
      [smaller.body.plan, smaller.body.payment?.next?.plan, smaller.body.payment?.next?.at],
      ['scale', 'starter', smaller.body.payment?.period_ends_at],
    );
    // The same request again makes no change, and says how it is now.
    const again = await changePlan(ada, 'scale', { 'Idempotency-Key': 'larger' });
    equal(again.body.payment?.next?.plan, 'starter');
    const kept = await changePlan(ada, 'scale');
    deepEqual([kept.status, kept.body.plan, kept.body.payment?.next], [200, 'scale', null]);
    const before = (await facts(ada)).length;
    for (const event of stripe.account.events) equal((await notify(event)).status, 200);
    equal((await facts(ada)).length, before);
  });

  it('change nothing when the payment for a larger plan is declined', async () => {
    equal((await changePlan(ada, 'team')).body.payment?.next?.plan, 'team');
    stripe.account.endPeriod(subscription);
    equal((await notify(last())).status, 200);
    equal((await ada.subscription()).plan, 'team');
    stripe.account.declinesNext = true;
    const { status, body } = await changePlan(ada, 'scale');
    deepEqual([status, body.code], [402, 'payment_declined']);
    equal((await ada.subscription()).plan, 'team');
  });

  it('list the invoices of an organization, page by page', async () => {
    const first = await invoicesOf(ada, '?limit=2');
    equal(first.invoices.length, 2);
    match(first.invoices[0]?.url ?? '', /^https:\/\/invoice\.stripe\.example\//);
    const rest = await invoicesOf(ada, `?cursor=${first.next_cursor}&limit=100`);
    const all = [...first.invoices, ...rest.invoices];
    equal(all.length, stripe.account.invoices.length);
    equal(all.at(-1)?.amount, 99);
    equal(rest.next_cursor, null);
    deepEqual(await invoicesOf(eve), { invoices: [], next_cursor: null });
    deepEqual((await invoicesOf(eve, `?cursor=${first.next_cursor}`)).invoices, []);
    const tools = await openMcpClient(tidemark.url, { 'X-API-Key': ada.key });
    const { rows } = await followed(tools, 'list_invoices', { limit: 1 });
    await tools.close();
    deepEqual(
      rows.map(row => (row as readonly unknown[])[0]),
      all.map(({ id }) => id),
    );
    ok(!JSON.stringify(rows).includes('https:'), 'who has the address of an invoice can see it');
    const line = ['billing', 'invoices', '--limit', '2', '--url', tidemark.url];
    const { out } = await runCommand(line, { TIDEMARK_API_KEY: ada.key });
    match(out, /^number +created +status +from +to +amount +page\n.*99\.00 USD +https:\/\/invoice/);
    equal(out.trimEnd().split('\n').length, 3);
  });

  it('need something that is paid for', async () => {
    const { status, body } = await changePlan(eve, 'team');
    deepEqual([status, body.code], [409, 'nothing_paid']);
    equal((await changePlan(eve, 'gold')).status, 400);
    const other = { id: 'evt_other', type: 'invoice.paid', object: { object: 'invoice' } };
    equal((await notify(other)).status, 200);
  });

  it('leave a plan that an operator gives, until what is paid for changes', async () => {
    const path = `${tidemark.url}/admin/organizations/${ada.organization}/plan`;
    const headers = { Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ plan_id: 'scale' });
    const set = await fetch(path, { method: 'PUT', headers, body });
    const shown = (await set.json()) as ResponseOf<'adminSetPlan'>;
    deepEqual([set.status, shown.plan, shown.is_given], [200, 'scale', true]);
    deepEqual(await (await fetch(path, { headers })).json(), shown);
    equal((await fetch(path)).status, 401);
    const unknown = path.replace(ada.organization, '0c293219-67d8-5369-b5c4-53b455d2bbb3');
    equal((await fetch(unknown, { headers })).status, 404);
    stripe.account.failPayment(subscription);
    equal((await notify(last())).status, 200);
    equal((await ada.subscription()).plan, 'scale');
    stripe.account.recover(subscription);
    equal((await notify(last())).status, 200);
  });

  it('end at the end of the period, and are known as they were before', async () => {
    const ending = await changePlan(ada, 'free');
    deepEqual(
      [ending.status, ending.body.plan, ending.body.payment?.next?.plan],
      [200, 'scale', 'free'],
    );
    const before = new Date().toISOString();
    stripe.account.endPeriod(subscription);
    equal((await notify(last())).status, 200);
    const { plan, payment } = await ada.subscription();
    deepEqual([plan, payment?.status], ['free', 'ended']);
    const past = await tidemark.get<ResponseOf<'subscription'>>(
      `/v1/billing/subscription?as_of=${before}`,
      ada.key,
    );
    deepEqual([past.body.plan, past.body.payment?.status], ['scale', 'paid']);
    const { status, body } = await changePlan(ada, 'team');
    deepEqual([status, body.code], [409, 'nothing_paid']);
  });

  it('go on with another subscription, and the same customer', async () => {
    const { session_id: first } = await ada.open('starter');
    const { session_id: second } = await ada.open('team');
    const older = stripe.account.pay(first);
    const customer = stripe.account.subscription(older).customer;
    equal(customer, stripe.account.subscription(subscription).customer);
    for (const event of stripe.account.events.slice(-2)) await notify(event);
    equal((await ada.subscription()).plan, 'starter');
    const later = stripe.account.pay(second);
    const paid = stripe.account.subscription(later);
    stripe.account.subscriptions.set(later, { ...paid, created: paid.created + 1 });
    for (const event of stripe.account.events.slice(-2)) await notify(event);
    equal((await ada.subscription()).plan, 'team');
    equal(stripe.account.subscription(older).status, 'canceled');
    for (const event of stripe.account.events) equal((await notify(event)).status, 200);
    equal((await ada.subscription()).plan, 'team');
  });
});
