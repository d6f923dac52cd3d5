import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { subscriptionStream } from '../../../schemas/ids.ts';
import { eventsOf } from '../../support/accounts.ts';
import { onBothEngines } from '../../support/both-engines.ts';
import { type Buyer, buyerOf, returnUrls } from '../../support/checkout-client.ts';
import type { WholeTidemark } from '../../support/cluster.ts';
import { jsonOf } from '../../support/otel-send.ts';
import { smallPlan } from '../../support/small-plan.ts';
import { until } from '../../support/until.ts';

const traceLimit = Number(smallPlan.TIDEMARK_FREE_TRACES);

onBothEngines('plans and checkouts', function (start) {
  this.timeout(120_000);
  let tidemark: WholeTidemark;
  let ada: Buyer;
  let eve: Buyer;

  before(async function () {
    tidemark = await start(this, smallPlan);
    ada = await buyerOf(tidemark, 'ada');
    eve = await buyerOf(tidemark, 'eve');
  });
  after(() => tidemark?.close());

  const factsOf = async ({ organization }: Buyer): Promise<readonly string[]> =>
    (await eventsOf(tidemark.platform.eventStore, subscriptionStream(organization))).map(
      ({ type }) => type,
    );

  it('list the plans without a key, the free one with the limits of this server', async () => {
    const response = await fetch(`${tidemark.url}/v1/billing/plans`);
    const { plans } = (await response.json()) as ResponseOf<'plans'>;
    deepEqual(
      plans.map(({ id, is_free }) => [id, is_free]),
      [
        ['free', true],
        ['starter', false],
        ['team', false],
        ['scale', false],
      ],
    );
    const { plan, usage } = await ada.subscription();
    deepEqual(
      [plan, usage.trace_limit, usage.bytes_limit],
      [plans[0]?.id, plans[0]?.trace_limit, plans[0]?.bytes_limit],
    );
    equal(usage.trace_limit, traceLimit);
  });

  it('refuse plans, intervals and addresses that cannot be', async () => {
    const good = { plan_id: 'starter', billing_interval: 'monthly', ...returnUrls };
    for (const [what, wrong] of [
      ['an unknown plan', { plan_id: 'gold' }],
      ['the free plan', { plan_id: 'free' }],
      ['an unknown interval', { billing_interval: 'weekly' }],
      ['a script', { success_url: 'javascript:alert(document.domain)' }],
      ['data', { cancel_url: 'data:text/html,<script>alert(1)</script>' }],
      ['a path', { success_url: '/billing' }],
      ['a user name', { cancel_url: 'https://shop.example@evil.example/' }],
      ['a placeholder as host', { success_url: 'https://{CHECKOUT_SESSION_ID}.example/' }],
      ['a long address', { cancel_url: `https://shop.example/${'x'.repeat(2_048)}` }],
      ['no address', { success_url: undefined }],
    ] as const) {
      const { status, body } = await ada.checkOut({ ...good, ...wrong });
      deepEqual([status, body.code], [400, 'invalid_request'], what);
    }
    const reading = await fetch(`${tidemark.url}/v1/billing/create-checkout-session`, {
      method: 'POST',
      body: JSON.stringify(good),
    });
    equal(reading.status, 401);
  });

  it('open a page that says what is bought, and that it is a sandbox', async () => {
    const { session_id: session, checkout_url: url } = await ada.open('team');
    match(session, /^cs_\w{32,}$/);
    equal(url, `${new URL(url).origin}/billing/checkout/${session}`);
    const response = await ada.page(session);
    equal(response.status, 200);
    equal(response.headers.get('Content-Type'), 'text/html; charset=utf-8');
    equal(response.headers.get('Referrer-Policy'), 'no-referrer');
    match(
      response.headers.get('Content-Security-Policy') ?? '',
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self' https:\/\/shop\.example\.com; base-uri 'none'; frame-ancestors 'none'$/,
    );
    const html = await response.text();
    match(html, /<b>Sandbox\.<\/b> No money is taken/);
    match(html, /99 USD <small>a month/);
    match(html, /10,000,000 traces a month/);
    ok(html.includes('href="https://shop.example.com/plans"'));
    ok(!html.includes(ada.organization));
    equal((await ada.subscription()).plan, 'free');
  });

  it('change the plan when it is paid, once, however often the button is pressed', async () => {
    const { session_id: session } = await ada.open('starter', { billing_interval: 'yearly' });
    const paid = [303, `https://shop.example.com/paid?session=${session}`];
    const answers = await Promise.all([1, 2, 3].map(() => ada.pay(session)));
    for (const answer of [...answers, await ada.pay(session)]) deepEqual(answer, paid);
    const { plan, status, usage } = await ada.subscription();
    deepEqual(
      [plan, status, usage.trace_limit, usage.bytes_limit],
      ['starter', 'active', 1_000_000, 100_000_000_000],
    );
    deepEqual(await factsOf(ada), ['SubscriptionStarted', 'PaymentChanged', 'PlanChanged']);
    const page = await ada.page(session);
    equal(page.status, 200);
    match(await page.text(), /This checkout is completed/);
    const { body } = await tidemark.get<ResponseOf<'audit'>>(
      '/v1/audit?resource=subscription',
      ada.key,
    );
    equal(body.events[0]?.summary, 'The plan changed to starter (yearly)');
    equal((await eve.subscription()).plan, 'free');
  });

  it('give the plan of the past as of then', async () => {
    const events = await eventsOf(
      tidemark.platform.eventStore,
      subscriptionStream(ada.organization),
    );
    const paid = events.find(({ type }) => type === 'PlanChanged');
    const at = new Date((paid?.atMs ?? 0) - 1).toISOString();
    const path = `/v1/billing/subscription?as_of=${at}`;
    const { body } = await tidemark.get<ResponseOf<'subscription'>>(path, ada.key);
    equal(body.plan, 'free');
  });

  it('open the same checkout for the same Idempotency-Key, and another one without', async () => {
    const wish = { plan_id: 'team', ...returnUrls };
    const named = { 'Idempotency-Key': 'the same wish' };
    const [first, again, other] = [
      await ada.checkOut(wish, named),
      await ada.checkOut(wish, named),
      await ada.checkOut(wish),
    ];
    deepEqual(again, first);
    notEqual(other.body.session_id, first.body.session_id);
    const foreign = await eve.checkOut(wish, named);
    notEqual(foreign.body.session_id, first.body.session_id);
    const reused = await ada.checkOut({ ...wish, plan_id: 'scale' }, named);
    deepEqual([reused.status, reused.body.code], [409, 'idempotency_key_reused']);
  });

  it('say that there is no such checkout, and change nothing', async () => {
    for (const session of ['cs_sandbox_00000000000000000000000000000000', 'x', '%3Cb%3E']) {
      const page = await eve.page(session);
      equal(page.status, 404);
      match(page.headers.get('Content-Security-Policy') ?? '', /form-action 'none'/);
      match(await page.text(), /There is no such checkout/);
      deepEqual(await eve.pay(session), [303, `../${session}`]);
    }
    equal((await eve.subscription()).plan, 'free');
  });

  it('take telemetry again at once after the quota was used up', async () => {
    await eve.send(traceLimit);
    await eve.sendUntilRefused();
    const { session_id: session } = await eve.open('starter');
    deepEqual((await eve.pay(session))[0], 303);
    await until('a request to be taken', async () => {
      const answer = await eve.send(1);
      return !JSON.stringify(jsonOf(answer)).includes('rejectedSpans');
    });
    await tidemark.caughtUp();
    const { usage, plan } = await eve.subscription();
    equal(plan, 'starter');
    ok(usage.traces_used > traceLimit && usage.percentage < 1);
    deepEqual((await factsOf(eve)).slice(-2), ['PlanChanged', 'QuotaRestored']);
  });
});
