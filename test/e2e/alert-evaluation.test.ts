import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { type AlertCustomer, alertCustomer } from '../support/alert-client.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { freshSpan, textOf } from '../support/otel-send.ts';
import { type JsonSpan, text, traces } from '../support/otlp.ts';
import { until } from '../support/until.ts';

const failed = { status: { code: 2, message: 'no stock' } };

onBothEngines('the evaluation of alert rules', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let ada: AlertCustomer;

  before(async function () {
    tidemark = await start(this);
    ada = await alertCustomer(tidemark, 'ada');
  });
  after(() => tidemark?.close());

  const errorsOf = (service: string) => ({
    metric: 'error_rate',
    operator: '>',
    threshold: 50,
    cooldown: 0,
    time_window: 5,
    scope_type: 'service',
    scope_value: service,
  });
  const spans = (count: number, fields = {}) =>
    Array.from({ length: count }, () => freshSpan(fields));

  it('fires for spans that come, with their figures and traces, and resolves when they are outnumbered', async () => {
    const rule = await ada.create(errorsOf('checkout'));
    const [first, ...others] = spans(3, failed);
    await ada.reader.sendSpans([first as never, ...others, freshSpan()], { service: 'checkout' });
    const firing = await ada.alertOf(rule.id, 'firing');
    equal(firing.current_value, 75);
    equal(firing.service_name, 'checkout');
    const { evidence } = await ada.alert(firing.id);
    deepEqual([evidence.samples, evidence.errors, evidence.late], [4, 3, 0]);
    ok(evidence.exemplars.some(({ is_error: isError }) => isError));
    for (const { trace_id: id } of evidence.exemplars) {
      match(id, /^[0-9a-f]{32}$/);
      // Windows are published before the spans of their batch are readable.
      await until('the trace', async () => (await ada.reader.statusOf(`/v1/traces/${id}`)) === 200);
    }
    match(evidence.log[0]?.topic ?? '', /^windows$/);
    await ada.reader.sendSpans(spans(40), { service: 'checkout' });
    const resolved = await ada.alertOf(rule.id, 'resolved');
    equal(resolved.id, firing.id);
    equal((await ada.history(rule.id)).body.total, 1);
    const outcomes = await until('the evaluations of the alert', async () => {
      const { evaluations } = await ada.get<ResponseOf<'alertRuleEvaluations'>>(
        `/v1/alert-rules/${rule.id}/evaluations`,
      );
      const oldestFirst = evaluations.toReversed().map(({ outcome }) => outcome);
      return oldestFirst.includes('resolved') && oldestFirst;
    });
    ok(outcomes.includes('triggered'));
    ok(outcomes.indexOf('triggered') < outcomes.indexOf('resolved'));
    await tidemark.caughtUp();
    const found = await ada.get<ResponseOf<'alertCauses'>>(`/v1/alerts/${firing.id}/causes`);
    deepEqual([found.id, found.service_name, found.reason], [firing.id, 'checkout', null]);
    deepEqual(
      [found.selection.from, found.baseline.to],
      [evidence.window.from, found.selection.from],
    );
    const [cause] = found.causes;
    deepEqual([cause?.kind, cause?.service_name], ['new_error', 'checkout']);
    match(
      cause?.explanation ?? '',
      /did not occur before, .*no stock, in 3 of 3 failed traces\.$/u,
    );
    deepEqual(cause?.evidence[1], { name: 'errors', unit: 'count', before: 0, during: 3 });
    equal(cause?.trace_ids.length, 3);
  });

  it('leads on to its page, traces, most frequent error and latest version, and says the same each time', async () => {
    const send = async (version: string, sent: readonly JsonSpan[]): Promise<void> => {
      const attributes = [text('service.name', 'stock'), text('service.version', version)];
      const resourceSpans = [
        { ...traces(sent, 'stock').resourceSpans[0], resource: { attributes } },
      ];
      equal((await ada.reader.send(textOf({ resourceSpans }))).status, 200);
    };
    const thrown = (message: string) => ({
      ...failed,
      events: [
        {
          name: 'exception',
          attributes: [text('exception.type', 'NoStock'), text('exception.message', message)],
        },
      ],
    });
    const hostile = '<img src=x> https://evil.example';
    await send('1.0', [freshSpan({}, Date.now() - 2_000)]);
    await tidemark.caughtUp();
    await send('1.1', [...spans(3, thrown(hostile)), freshSpan(thrown('other'))]);
    await tidemark.caughtUp();
    const rule = await ada.create(errorsOf('stock'));
    const { id } = await ada.alertOf(rule.id, 'firing');
    const { evidence } = await ada.alert(id);
    const told = async () => {
      const { events } = await ada.get<ResponseOf<'listEvents'>>('/v1/events');
      return events.find(({ data }) => data.alert_id === id)?.data;
    };
    const data = await told();
    const url = tidemark.urlOf('query-api');
    equal(data?.url, `${url}/alerts/${id}`);
    deepEqual(
      data?.exemplars,
      evidence.exemplars.map(({ trace_id }) => ({
        trace_id,
        url: `${url}/traces/${trace_id}`,
      })),
    );
    deepEqual(data?.top_error, { type: 'NoStock', message: hostile });
    match(JSON.stringify(data?.deployment), /^\{"version":"1\.1","first_seen_at":"\d/);
    deepEqual(await told(), data);
  });

  it('looks back at spans from before a rule, and follows its changes', async () => {
    await ada.reader.sendSpans(spans(2, failed), { service: 'cart' });
    await tidemark.caughtUp();
    const rule = await ada.create({ ...errorsOf('cart'), threshold: 200 });
    await ada.call('PUT', `/v1/alert-rules/${rule.id}`, { threshold: 90 });
    const firing = await ada.alertOf(rule.id, 'firing');
    deepEqual([firing.current_value, firing.rule_version], [100, 2]);
    await ada.call('POST', `/v1/alert-rules/${rule.id}/toggle`, { enabled: false });
    await ada.alertOf(rule.id, 'resolved');
    await ada.call('POST', `/v1/alert-rules/${rule.id}/toggle`, { enabled: true });
    const again = await ada.alertOf(rule.id, 'firing');
    ok(again.id !== firing.id);
  });

  it('adds up all services for a rule of the whole organization, and no other organization', async () => {
    const eve = await alertCustomer(tidemark, 'eve');
    const latency = { metric: 'latency_p50', operator: '>', threshold: 1, min_samples: 3 };
    const [own, other] = [await ada.create(latency), await eve.create(latency)];
    await ada.reader.sendSpans(spans(2), { service: 'search' });
    await eve.reader.sendSpans(spans(2), { service: 'search' });
    const firing = await ada.alertOf(own.id, 'firing');
    equal(firing.service_name, '');
    ok(Math.abs((firing.current_value as number) - 25) < 0.3);
    await eve.reader.sendSpans(spans(1), { service: 'billing' });
    const evidence = (await eve.alert((await eve.alertOf(other.id, 'firing')).id)).evidence;
    equal(evidence.samples, 3);
  });
});
