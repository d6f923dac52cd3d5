import { deepEqual, equal, match } from 'node:assert/strict';
import type { RuleBody } from '../../schemas/alerts/parts.ts';
import { type AlertCustomer, alertCustomer, leastRule } from '../support/alert-client.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';

const rulesPath = '/v1/alert-rules';

onBothEngines('alert rules about OTLP metrics', function (start) {
  this.timeout(120_000);
  let tidemark: WholeTidemark;
  let ada: AlertCustomer;

  before(async function () {
    tidemark = await start(this);
    ada = await alertCustomer(tidemark, 'ada');
  });
  after(() => tidemark?.close());

  const faultOf = async (body: object, path = rulesPath) => {
    const answer = await ada.call(path === rulesPath ? 'POST' : 'PUT', path, body);
    equal(answer.status, 400, answer.text);
    equal(answer.body.code, 'invalid_request');
    return answer.body.error;
  };

  it('take an OTLP metric with a figure and attributes, and say what does not belong together', async () => {
    const metric = 'otlp:queue.depth';
    const rule = await ada.create({ metric });
    deepEqual([rule.metric, rule.aggregation, rule.filter], [metric, 'avg', {}]);
    // Its service may send metrics alone.
    const scope = { scope_type: 'service', scope_value: 'no-spans' };
    equal((await ada.create({ metric, ...scope })).warning, null);
    const path = `${rulesPath}/${rule.id}`;
    const put = async (body: object) => {
      const { body: found } = await ada.call('PUT', path, body);
      const { version, aggregation, filter } = found as unknown as RuleBody;
      return [version, aggregation, filter];
    };
    deepEqual(await put({ aggregation: 'p95' }), [2, 'p95', {}]);
    deepEqual(await put({ filter: { queue: 'mail' } }), [3, 'p95', { queue: 'mail' }]);
    deepEqual(await put({ metric: 'otlp:queue.age' }), [4, 'p95', { queue: 'mail' }]);
    match(await faultOf({ alert_type: 'anomaly' }, path), /anomalies are found in requests/u);
    match(await faultOf({ metric: 'error_rate', filter: {} }, path), /^.*filter.*OTLP metric/u);
    deepEqual(await put({ metric: 'error_rate' }), [5, null, null]);
    match(await faultOf({ ...leastRule, aggregation: 'sum' }), /aggregation.*OTLP metric/u);
    match(await faultOf({ ...leastRule, metric, alert_type: 'anomaly' }), /anomalies/u);
    for (const wrong of ['otlp:', 'queue.depth', `otlp:${'x'.repeat(256)}`, 'otlp:a\nb'])
      await faultOf({ ...leastRule, metric: wrong });
    const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map(name => [name, '1']));
    match(await faultOf({ ...leastRule, metric, filter: many }), /at most 5 attributes/u);
  });
});
