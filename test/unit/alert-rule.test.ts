import { deepEqual, equal } from 'node:assert/strict';
import { alertMessage } from '../../domain/alerts/message.ts';
import { holds, recoversOutside, resolvedMetric } from '../../domain/alerts/rule.ts';
import { metrics, type Operator, operators } from '../../schemas/alerts/rule.ts';
import { ruleWith } from '../support/alerts.ts';

describe('An alert rule', () => {
  it('evaluates latency as the 95th percentile and throughput as requests, all else by its name', () => {
    deepEqual(
      metrics
        .filter(metric => resolvedMetric(metric) !== metric)
        .map(metric => [metric, resolvedMetric(metric)]),
      [
        ['latency', 'latency_p95'],
        ['throughput', 'request_count'],
      ],
    );
  });

  it('compares a value with the threshold', () => {
    const below: Record<Operator, boolean> = {
      '>': false,
      '<': true,
      '>=': false,
      '<=': true,
      '==': false,
    };
    const equalTo: Record<Operator, boolean> = {
      '>': false,
      '<': false,
      '>=': true,
      '<=': true,
      '==': true,
    };
    for (const operator of operators) {
      equal(holds(operator, 4, 5), below[operator], `4 ${operator} 5`);
      equal(holds(operator, 5, 5), equalTo[operator], `5 ${operator} 5`);
    }
  });

  it('takes no recovery threshold that resolves an alert whose condition holds', () => {
    const takes = (operator: Operator, recoveryThreshold: number): boolean =>
      recoversOutside({ operator, threshold: 5, recoveryThreshold });
    deepEqual([takes('>', 4), takes('>', 5), takes('>', 6)], [true, true, false]);
    deepEqual([takes('<=', 4), takes('<=', 5), takes('<=', 6)], [false, true, true]);
    deepEqual([takes('==', 4), takes('==', 5)], [false, true]);
  });

  it('says in a sentence why it fires', () => {
    equal(
      alertMessage(ruleWith(), 12.3456789),
      'Errors: error_rate of all services is 12.3457 % over 5 min, the rule fires at > 5 %',
    );
    equal(
      alertMessage(
        ruleWith({ metric: 'latency', scope: { type: 'service', service: 'checkout' } }),
        null,
      ),
      'Errors: no data for latency of checkout over 5 min',
    );
    equal(
      alertMessage(ruleWith({ alertType: 'anomaly' }), 4),
      'Errors: the anomaly score of error_rate of all services is 4 over 5 min, the rule fires at > 5',
    );
  });
});
