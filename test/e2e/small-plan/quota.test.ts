import { deepEqual, equal, match } from 'node:assert/strict';
import { otlpTypes } from '../../../platform/otlp/schema.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { subscriptionStream } from '../../../schemas/ids.ts';
import { eventsOf } from '../../support/accounts.ts';
import { onBothEngines } from '../../support/both-engines.ts';
import type { WholeTidemark } from '../../support/cluster.ts';
import { jsonOf, textOf } from '../../support/otel-send.ts';
import { nanosOf } from '../../support/otlp.ts';
import { gauge, metrics, point } from '../../support/otlp-metrics.ts';
import { type Customer, customerOf } from '../../support/quota.ts';
import { smallPlan } from '../../support/small-plan.ts';
import { until } from '../../support/until.ts';

const traceLimit = Number(smallPlan.TIDEMARK_FREE_TRACES);

onBothEngines('a quota', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let ada: Customer;
  let eve: Customer;

  before(async function () {
    tidemark = await start(this, smallPlan);
    ada = await customerOf(tidemark, 'ada');
    eve = await customerOf(tidemark, 'eve');
  });
  after(() => tidemark?.close());

  const factsOf = async ({ organization }: Customer): Promise<readonly string[]> =>
    (await eventsOf(tidemark.platform.eventStore, subscriptionStream(organization))).map(
      ({ type }) => type,
    );
  const noticesOf = (customer: Customer, count: number) =>
    until(`${count} notices`, async () => {
      const notices = await customer.notices();
      return notices.length >= count && notices;
    });
  const partOf = (answer: Awaited<ReturnType<Customer['send']>>) =>
    (jsonOf(answer) as { partialSuccess: Record<string, string> }).partialSuccess;

  it('is not told of below 80 %', async () => {
    deepEqual(partOf(await ada.send(39)), {});
    await tidemark.caughtUp();
    const { usage } = await ada.subscription();
    deepEqual([usage.traces_used, usage.trace_limit, usage.percentage], [39, traceLimit, 78]);
    deepEqual(await factsOf(ada), ['SubscriptionStarted']);
  });

  it('is warned of once at 80 %, and everything is still taken', async () => {
    await ada.send(1);
    const [notice] = await noticesOf(ada, 1);
    match(notice ?? '', /^80 % of your Tidemark quota for \w+ \d{4} is used$/);
    deepEqual(partOf(await ada.send(1)), {});
    deepEqual(await factsOf(ada), ['SubscriptionStarted', 'QuotaWarned']);
  });

  it('is used up at 100 %: whole requests are answered and not taken', async () => {
    const beganMs = performance.now();
    await ada.send(9);
    const over = await ada.sendUntilRefused();
    const seconds = (performance.now() - beganMs) / 1000;
    process.stdout.write(`      ${over} traces over the quota in ${seconds.toFixed(1)} s\n`);
    const answer = await ada.send(3);
    equal(answer.status, 200);
    const { rejectedSpans, errorMessage } = partOf(answer);
    equal(rejectedSpans, '3');
    match(
      errorMessage ?? '',
      /^quota exceeded: [\d,]+ of 50 traces of the plan free are used in \d{4}-\d\d, .*\d{4}-\d\d-01T00:00:00\.000Z.* https?:\S+\/billing$/,
    );
    const [, notice] = await noticesOf(ada, 2);
    match(notice ?? '', /^Your Tidemark quota for \w+ \d{4} is used up$/);
    deepEqual(await factsOf(ada), ['SubscriptionStarted', 'QuotaWarned', 'QuotaExceeded']);
    await tidemark.caughtUp();
    equal((await ada.subscription()).usage.traces_used, 50 + over);
  });

  it('is told in protobuf as well, and of metrics', async () => {
    const answer = await ada.sendProtobuf(2);
    equal(answer.status, 200);
    const name = 'opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse';
    const type = otlpTypes().lookupType(name);
    const { partialSuccess } = type.toObject(type.decode(answer.bytes), { longs: Number });
    equal(partialSuccess.rejectedSpans, 2);
    match(partialSuccess.errorMessage, /^quota exceeded/);
    const timeUnixNano = nanosOf(Date.now() - 1_000);
    const request = metrics([gauge('queue', [point(1, { timeUnixNano })])]);
    const points = await ada.post(textOf(request), {}, '/v1/metrics');
    equal(points.status, 200);
    equal(partOf(points).rejectedDataPoints, '1');
    match(partOf(points).errorMessage ?? '', /^quota exceeded/);
  });

  it('leaves what was refused uncounted, and says in the receipt why it was', async () => {
    await tidemark.caughtUp();
    const before = (await ada.subscription()).usage;
    equal((await ada.send(4)).status, 200);
    await tidemark.caughtUp();
    deepEqual((await ada.subscription()).usage, before);
    const path = '/v1/ingest/recent';
    const { body } = await tidemark.get<ResponseOf<'recentIngest'>>(path, ada.key);
    const [latest] = body.requests;
    deepEqual([latest?.status, latest?.accepted, latest?.refused], [200, 0, 4]);
    match(latest?.reason ?? '', /^quota exceeded/);
  });

  it('is the matter of one organization and of nobody else', async () => {
    deepEqual(partOf(await eve.send(2)), {});
    await tidemark.caughtUp();
    equal((await eve.subscription()).usage.traces_used, 2);
    deepEqual(await eve.notices(), []);
    equal((await ada.notices()).length, 2);
  });
});
