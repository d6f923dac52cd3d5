import { deepEqual, equal } from 'node:assert/strict';
import { reasonText, toldText } from '../../../services/web/notices/words.ts';
import { stepsOf } from '../../../services/web/pages/alert/steps.ts';
import { type Alert, endText } from '../../../services/web/pages/alert/words.ts';
import { conditionText, metricText, valueText } from '../../../services/web/rules/words.ts';
import { type Silence, silenceOf } from '../../../services/web/silences.ts';

const compared = (fields: Partial<Alert> = {}) => ({
  alert_type: 'threshold' as const,
  metric: 'latency_p99' as const,
  operator: '>' as const,
  threshold: 500,
  resolve_reason: 'recovered' as const,
  resolved_value: 320,
  ...fields,
});

describe('the words of an alert', () => {
  it('have the unit of the metric, and none for scores of anomalies', () => {
    equal(valueText(compared(), 812.4), '812 ms');
    equal(valueText(compared({ metric: 'error_rate' }), 12.5), '12.5 %');
    equal(valueText(compared({ metric: 'throughput' }), 1_204), '1,204');
    equal(valueText(compared({ alert_type: 'anomaly' }), 28.4), '28.4');
  });

  it('name the metric that an alias stands for', () => {
    equal(metricText(compared({ metric: 'latency' })), 'p95');
    equal(metricText(compared({ alert_type: 'anomaly' })), 'anomaly score of p99');
  });

  it('say on which side of the threshold it fires, and how it ended', () => {
    equal(conditionText(compared()), 'over 500 ms');
    equal(conditionText(compared({ operator: '<=', metric: 'health_score' })), 'at or under 500');
    equal(endText(compared()), 'recovered at 320 ms');
    equal(endText(compared({ resolved_value: null })), 'recovered');
    equal(endText(compared({ resolve_reason: 'rule_deleted' })), 'ended, as its rule was deleted');
  });
});

describe('the timeline of an alert', () => {
  const firedAt = '2026-11-25T02:10:00.000Z';
  const endedAt = '2026-11-25T02:16:00.000Z';

  it('joins what happened with what people did, and leaves out what the alert did to its item', () => {
    const entry = { note: null, snoozed_until: null };
    const steps = stepsOf(
      {
        resolved_at: endedAt,
        timeline: [
          { at: firedAt, event: 'triggered', message: 'p99 is high' },
          { at: endedAt, event: 'resolved', message: 'recovered' },
        ],
      },
      [
        { ...entry, at: firedAt, event: 'opened', actor: 'evaluator' },
        {
          ...entry,
          at: '2026-11-25T02:12:00.000Z',
          event: 'acknowledged',
          actor: 'key:674a4565-e1fa-55d8-bf21-c9ff9873b654',
          note: 'Looking at it',
        },
        { ...entry, at: endedAt, event: 'resolved', actor: 'evaluator' },
      ],
    );
    deepEqual(
      steps.map(({ what, about }) => `${what}: ${about}`),
      [
        'Fired: p99 is high',
        'Acknowledged by a key (674a4565): Looking at it',
        'Resolved: recovered',
      ],
    );
  });
});

describe('who was told', () => {
  const notice = {
    notice_id: null,
    channel_id: null,
    channel_name: null,
    why: 'first',
    at: '2026-11-25T02:10:00.000Z',
    result: 'sent',
    reason: null,
    ended_at: null,
    attempts: 1,
    error: null,
  } as const;

  it('has the reason of each that was not', () => {
    equal(reasonText(notice), '');
    equal(
      reasonText({ ...notice, result: 'withheld', reason: 'no_channel' }),
      'there was no channel',
    );
    equal(
      reasonText({ ...notice, result: 'failed', attempts: 3, error: 'status 500' }),
      'status 500 (3 attempts)',
    );
    equal(reasonText({ ...notice, result: 'overtaken' }), 'a newer notice took its place');
  });

  it('is counted', () => {
    equal(toldText([notice]), '1 sent');
    equal(toldText([notice, { ...notice, result: 'waiting' }]), '1 sent, 1 not');
  });
});

describe('a silence', () => {
  const silence = (fields: Partial<Silence>): Silence => ({
    id: 'a',
    rule_id: null,
    service: null,
    severity: null,
    from: '2026-11-25T02:00:00.000Z',
    until: '2026-11-25T04:00:00.000Z',
    recurrence: null,
    reason: 'Migration',
    status: 'active',
    ended_at: null,
    created_at: '2026-11-25T02:00:00.000Z',
    updated_at: '2026-11-25T02:00:00.000Z',
    ...fields,
  });
  const alert = { rule_id: 'r', service_name: 'checkout', severity: 'critical' };

  it('holds an alert when all that it names are those of the alert', () => {
    const wide = silence({ service: 'checkout' });
    equal(silenceOf(alert, [silence({ severity: 'info' }), wide]), wide);
    equal(silenceOf(alert, [silence({ rule_id: 'r', service: 'payments' })]), undefined);
    equal(silenceOf(alert, [silence({ rule_id: 's' })]), undefined);
  });
});
