import { deepEqual, equal, ok } from 'node:assert/strict';
import { tidemark } from '../support/cli.ts';
import { closeTestWarehouse } from '../support/warehouse.ts';

describe('tidemark demo', function () {
  this.timeout(120_000);
  before(closeTestWarehouse);

  it('proves itself in a few seconds', async () => {
    const { code, records, err } = await tidemark(['demo', '--seconds', '15', '--json']);
    equal(err, '');
    equal(code, 0);
    const sent = records.find(({ kind }) => kind === 'sent');
    ok(Number(sent?.spans) >= 5_000);
    const services = records.filter(({ kind }) => kind === 'service');
    deepEqual(
      services.map(({ service }) => service),
      ['gateway', 'checkout', 'payments'],
    );
    for (const { requests } of services) {
      const { exact, counted } = requests as Record<string, number>;
      equal(counted, exact);
    }
    deepEqual(records.at(-1)?.shortcomings, []);
    const told = (kind: string) => records.find(one => one.kind === kind);
    const detected = told('anomaly_detected');
    deepEqual([detected?.service_name, detected?.metric], ['search', 'latency_p95']);
    equal(told('possible_cause')?.version, '2.0.0');
    equal(told('triage_item')?.status, 'open');
    const webhooks = records.filter(({ kind }) => kind === 'webhook_received');
    const came = new Set(webhooks.map(({ event, about }) => `${event}: ${about}`));
    for (const webhook of [
      'anomaly.detected: latency_p95 of search',
      'alert.triggered: Search behaves unusually',
      'alert.triggered: Search is slow',
      'alert.resolved: Search behaves unusually',
    ])
      ok(came.has(webhook), webhook);
    equal(told('anomaly_ended')?.reason, 'recovered');
    equal(told('anomaly_as_of')?.status, 'open');
    equal(told('alert_as_of')?.status, 'firing');
    equal(told('alert_proof')?.match, true);
  });

  it('ends at once when it is interrupted, as something that was not done', async () => {
    const ended = AbortSignal.timeout(4_000);
    const { code, err } = await tidemark(['demo', '--seconds', '60'], {}, ended);
    equal(code, 1);
    equal(err, 'error: the demo was interrupted before anything was compared\n');
  });
});
