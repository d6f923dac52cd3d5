import { equal, match } from 'node:assert/strict';
import { openMetrics } from '../../platform/metrics/registry.ts';
import { openPaymentFigures } from '../../services/monitor/payment-figures.ts';

describe('figures of looks at payments', () => {
  it('count looks by their outcome, and have the instant of the last one that succeeded', async () => {
    const metrics = openMetrics();
    let nowMs = 5_000;
    const { looked } = openPaymentFigures({ metrics, clock: () => nowMs });
    looked('failed');
    const last = /^tidemark_payment_last_run_timestamp_seconds (\S+)$/mu;
    equal(last.test(await metrics.expose()), false);
    looked('done');
    nowMs = 9_000;
    looked('failed');
    const text = await metrics.expose();
    equal(last.exec(text)?.[1], '5');
    match(text, /^tidemark_payment_runs_total\{outcome="done"\} 1$/mu);
    match(text, /^tidemark_payment_runs_total\{outcome="failed"\} 2$/mu);
  });
});
