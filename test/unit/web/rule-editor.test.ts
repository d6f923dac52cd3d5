import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { metrics, noDataPolicies, operators, severities } from '../../../schemas/alerts/rule.ts';
import {
  changedFields,
  type Draft,
  draftOf,
  fieldsOf,
  newDraft,
  problemsOf,
} from '../../../services/web/pages/rule-editor/draft.ts';
import { channelCounts, firingShares } from '../../../services/web/pages/rule-editor/outcome.ts';
import type { Rule } from '../../../services/web/rules/words.ts';

/** As JSON has them: there is one zero. */
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => value + 0);
const minutes = fc.integer({ min: 1, max: 1_440 });

const rules: fc.Arbitrary<Rule> = fc
  .record({
    name: fc.string({ minLength: 1 }).filter(text => text.trim() === text && text !== ''),
    description: fc.option(fc.string().filter(text => text.trim() !== '')),
    alert_type: fc.constantFrom('metric' as const, 'threshold' as const, 'anomaly' as const),
    metric: fc.constantFrom(
      ...metrics,
      'otlp:queue.depth' as const,
      'slo_burn_fast:a' as const,
      'slo_burn_slow:b' as const,
    ),
    aggregation: fc.constantFrom('avg' as const, 'p95' as const),
    filter: fc.constantFrom({}, { queue: 'mail', region: 'eu west' }),
    operator: fc.constantFrom(...operators),
    threshold: number,
    recovery_threshold: number,
    match: fc.constantFrom('all' as const, 'any' as const),
    conditions: fc.array(
      fc.record(
        {
          metric: fc.constantFrom(...metrics),
          operator: fc.constantFrom(...operators),
          threshold: number,
          time_window: fc.option(minutes),
        },
        { noNullPrototype: true },
      ),
      { maxLength: 4 },
    ),
    scope_value: fc.option(fc.constantFrom('checkout', 'a/b')),
    time_window: minutes,
    for_minutes: minutes,
    cooldown: minutes,
    min_samples: minutes,
    no_data: fc.constantFrom(...noDataPolicies),
    severity: fc.constantFrom(...severities),
    enabled: fc.boolean(),
    channel_ids: fc.array(fc.uuid()),
  })
  .map(fields => ({
    ...fields,
    ...(!fields.metric.startsWith('otlp:') && { aggregation: null, filter: null }),
    ...(fields.metric === 'slo_burn_fast:a' && { time_window: 60 }),
    ...(fields.metric === 'slo_burn_slow:b' && { time_window: 360 }),
    scope_type: fields.scope_value === null ? ('global' as const) : ('service' as const),
    success: true as const,
    id: 'a',
    version: 1,
    status: 'quiet' as const,
    created_at: '',
    updated_at: '',
    last_triggered_at: null,
    last_data_at: null,
    warning: null,
  }));

const draft = (fields: Partial<Draft> = {}): Draft => ({
  ...newDraft('checkout'),
  name: 'A rule',
  ...fields,
});

describe('the editor of rules', () => {
  it('sends what a rule has, when nothing is typed', () => {
    fc.assert(
      fc.property(rules, rule => {
        const fields = fieldsOf(draftOf(rule));
        deepEqual(problemsOf(draftOf(rule)), {});
        // The score of anomalies and what is measured are compared alone.
        const isAlone = rule.alert_type === 'anomaly' || rule.metric.includes(':');
        const sent = isAlone ? { ...rule, conditions: [] } : rule;
        for (const [field, value] of Object.entries(fields))
          if (field !== 'recovery_threshold') deepEqual(value, sent[field as keyof Rule], field);
        equal(fields.recovery_threshold ?? rule.threshold, rule.recovery_threshold);
      }),
    );
  });

  it('changes the fields that differ, and a service with its scope', () => {
    const before = fieldsOf(draft());
    deepEqual(changedFields(before, before), {});
    deepEqual(changedFields(before, fieldsOf(draft({ threshold: '7,5' }))), { threshold: 7.5 });
    deepEqual(changedFields(before, fieldsOf(draft({ service: 'cart' }))), {
      scope_type: 'service',
      scope_value: 'cart',
    });
    deepEqual(changedFields(before, fieldsOf(draft({ scope_type: 'global' }))), {
      scope_type: 'global',
      scope_value: null,
    });
  });

  it('says what is missing, or cannot be', () => {
    deepEqual(problemsOf(draft()), {});
    deepEqual(Object.keys(problemsOf(draft({ name: ' ', service: '' }))), ['name', 'service']);
    deepEqual(problemsOf(draft({ service: '', scope_type: 'global' })), {});
    deepEqual(problemsOf(draft({ metric: 'slo_burn', time_window: '' })), {
      objective: 'Choose an objective.',
    });
    for (const threshold of ['', 'x', '1e999', 'NaN'])
      deepEqual(Object.keys(problemsOf(draft({ threshold }))), ['threshold']);
    const other = {
      metric: 'latency_p95',
      operator: '>',
      threshold: 'x',
      time_window: '',
    } as const;
    deepEqual(problemsOf(draft({ conditions: [other] })), {
      conditions: 'The threshold must be a number.',
    });
    deepEqual(problemsOf(draft({ conditions: [other], alert_type: 'anomaly' })), {});
    for (const time_window of ['0', '1.5', '1441', ''])
      deepEqual(problemsOf(draft({ time_window })), {
        time_window: 'The window must be a whole number from 1 to 1440.',
      });
  });
});

describe('the preview of a rule', () => {
  const range = { from: '2026-11-25T00:00:00.000Z', to: '2026-11-25T10:00:00.000Z' };
  const at = (hour: number, event: 'triggered' | 'resolved' | 'evidence_amended') => ({
    at: `2026-11-25T0${hour}:00:00.000Z`,
    event,
  });

  it('draws when it fires, to the end when it still does', () => {
    deepEqual(firingShares([], range), []);
    const fires = [at(1, 'triggered'), at(2, 'evidence_amended'), at(3, 'resolved')];
    deepEqual(
      firingShares([...fires, at(8, 'triggered')], range).map(({ from, length }) => [
        from,
        Number(length.toFixed(6)),
      ]),
      [
        [0.1, 0.2],
        [0.8, 0.2],
      ],
    );
  });

  it('counts the notices of each channel, the most first', () => {
    const notice = (channel_name: string) => ({
      at: range.from,
      why: 'first' as const,
      channel_id: channel_name,
      channel_name,
      silenced: false,
    });
    deepEqual(channelCounts({ notices: ['a', 'b', 'b'].map(notice) }), [
      ['b', 2],
      ['a', 1],
    ]);
  });
});
