import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { subscriptionStream } from '../../../schemas/ids.ts';
import { eventsOf } from '../../support/accounts.ts';
import { onBothEngines } from '../../support/both-engines.ts';
import { type Buyer, buyerOf } from '../../support/checkout-client.ts';
import type { WholeTidemark } from '../../support/cluster.ts';
import { jsonOf, textOf } from '../../support/otel-send.ts';
import { nanosOf } from '../../support/otlp.ts';
import { gauge, metrics, point } from '../../support/otlp-metrics.ts';
import { smallPlan } from '../../support/small-plan.ts';
import { until } from '../../support/until.ts';

onBothEngines('telemetry over a quota', function (start) {
  this.timeout(240_000);
  let tidemark: WholeTidemark;
  let ada: Buyer;

  before(async function () {
    tidemark = await start(this, smallPlan);
    ada = await buyerOf(tidemark, 'ada');
    await ada.send(50);
    await ada.sendUntilRefused();
    await tidemark.caughtUp();
  });
  after(() => tidemark?.close());

  const choose = async (body: object, key = ada.key) => {
    const response = await fetch(`${tidemark.url}/v1/billing/subscription`, {
      method: 'PATCH',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const partOf = (answer: Awaited<ReturnType<Buyer['send']>>) =>
    (jsonOf(answer) as { partialSuccess: Record<string, string> }).partialSuccess;
  const tracesOf = async (): Promise<number> =>
    (await tidemark.get<ResponseOf<'listTraces'>>('/v1/traces', ada.key)).body.total_count;
  const today = async () => {
    const path = '/v1/billing/usage?months=1';
    const { body } = await tidemark.get<ResponseOf<'billingUsage'>>(path, ada.key);
    return body.months[0]?.days[0];
  };

  it('is rejected until an organization says something else', async () => {
    const { over_quota: chosen, parked } = await ada.subscription();
    deepEqual([chosen, parked.requests, parked.bytes_limit], ['reject', 0, 200_000]);
    equal(parked.expires_at, null);
    for (const body of [{}, { over_quota: 'keep' }])
      deepEqual(
        [(await choose(body)).status, (await choose(body)).body.code],
        [400, 'invalid_request'],
      );
    equal((await choose({ over_quota: 'park' }, 'tm_live_unknown')).status, 401);
  });

  it('is parked when it says so, and says until when', async () => {
    deepEqual(await choose({ over_quota: 'park' }), { status: 200, body: { over_quota: 'park' } });
    deepEqual((await choose({ over_quota: 'park' })).status, 200);
    const stream = subscriptionStream(ada.organization);
    const facts = (await eventsOf(tidemark.platform.eventStore, stream)).map(({ type }) => type);
    equal(facts.filter(type => type === 'OverQuotaSet').length, 1);
    const before = await tracesOf();
    const answer = await ada.send(3);
    equal(answer.status, 200);
    const { rejectedSpans = '0', errorMessage } = partOf(answer);
    equal(Number(rejectedSpans), 0);
    match(
      errorMessage ?? '',
      /^quota exceeded: .* so this request is parked until .*Z and counts/u,
    );
    equal(answer.headers.get('X-Ingest-Position'), null);
    const timeUnixNano = nanosOf(Date.now() - 1_000);
    const request = metrics([gauge('queue', [point(1, { timeUnixNano })])]);
    equal((await ada.post(textOf(request), {}, '/v1/metrics')).status, 200);
    await tidemark.caughtUp();
    equal(await tracesOf(), before);
    const { parked, usage } = await ada.subscription();
    deepEqual([parked.requests, usage.traces_used >= 50], [2, true]);
    const overMs = Date.parse(parked.expires_at ?? '') - Date.now();
    ok(overMs > 5.9 * 86_400_000 && overMs <= 6 * 86_400_000, String(overMs));
    equal((await today())?.parked, 2);
  });

  it('counts once when the plan is large enough, and can be read then', async () => {
    const [before, used] = [await tracesOf(), (await ada.subscription()).usage.traces_used];
    const { session_id: session } = await ada.open('starter');
    equal((await ada.pay(session))[0], 303);
    await until('everything that was parked to count', async () => {
      const { parked } = await ada.subscription();
      return parked.requests === 0 || undefined;
    });
    await tidemark.caughtUp();
    equal(await tracesOf(), before + 3);
    const { usage, parked } = await ada.subscription();
    deepEqual([usage.traces_used, parked.bytes, parked.expires_at], [used + 3, 0, null]);
    const day = await today();
    deepEqual([day?.parked, day?.parked_expired, day?.accepted_points], [2, 0, 1]);
    deepEqual(partOf(await ada.send(1)), {});
  });
});
