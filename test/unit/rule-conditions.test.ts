import { deepEqual, equal } from 'node:assert/strict';
import { conditionsOf } from '../../domain/alerts/evaluation/conditions.ts';
import { amendTrigger } from '../../domain/alerts/evaluation/evaluate-rule.ts';
import type { EvaluatedRule } from '../../domain/alerts/evaluation/evaluated-rule.ts';
import { ruleEvidence } from '../../domain/alerts/evaluation/rule-evidence.ts';
import { verdictOf } from '../../domain/alerts/evaluation/verdict.ts';
import type { StoredWindow } from '../../domain/alerts/evaluation/windows/look-back.ts';
import { alertMessage } from '../../domain/alerts/message.ts';
import { asFired } from '../../domain/alerts/rule.ts';
import type { AlertRule } from '../../schemas/alerts/rule.ts';
import { owner, ruleId, ruleWith } from '../support/alerts.ts';

const slow = { metric: 'latency_p95', operator: '>', threshold: 500, windowMinutes: 1 } as const;
const ruleOf = (fields: Partial<AlertRule> = {}): AlertRule =>
  ruleWith({
    recoveryThreshold: 3,
    scope: { type: 'service', service: 'checkout' },
    conditions: [slow],
    ...fields,
  });

/** What the rule makes of a value of each condition; null: there is none, `away`: nobody could send. */
function verdict(
  rule: AlertRule,
  status: 'quiet' | 'firing',
  ...values: (number | null | 'away')[]
) {
  const now =
    status === 'quiet'
      ? ({ status, resolvedToMs: 0, cooldownEndsAtMs: 0 } as const)
      : ({ status, windowToMs: 0, cooldownEndsAtMs: 0 } as const);
  const seen = conditionsOf(rule).map((condition, at) => {
    const value = values[at];
    const isUnheard = value === 'away';
    const found = typeof value === 'number' ? value : undefined;
    return { condition, value: found, samples: 9, from: 0, to: 60, aheadMs: 0, isUnheard };
  });
  return verdictOf({ rule, now }, seen);
}

const holding = (...given: Parameters<typeof verdict>): boolean | undefined =>
  verdict(...given).holds;

describe('a rule with several conditions', () => {
  it('breaches when all hold, or any', () => {
    const [all, any] = [ruleOf(), ruleOf({ match: 'any' })];
    for (const [errors, p95, isAll, isAny] of [
      [6, 600, true, true],
      [6, 400, false, true],
      [4, 600, false, true],
      [4, 400, false, false],
    ] as const) {
      equal(holding(all, 'quiet', errors, p95), isAll);
      equal(holding(any, 'quiet', errors, p95), isAny);
    }
  });

  it('lasts by the recovery threshold of its own condition, and by the threshold of the others', () => {
    const [all, any] = [ruleOf(), ruleOf({ match: 'any' })];
    equal(holding(all, 'firing', 4, 501), true);
    equal(holding(all, 'firing', 4, 500), false);
    equal(holding(all, 'firing', 3, 501), false);
    equal(holding(any, 'firing', 3, 501), true);
    equal(holding(any, 'firing', 3, 500), false);
  });

  it('takes the data that a condition lacks as `no_data` says, and says so when the alert ends for it', () => {
    const missing = (noData: AlertRule['noData'], match?: 'any') => {
      const rule = ruleOf({ noData, ...(match && { match }) });
      return [holding(rule, 'quiet', 6, null), holding(rule, 'quiet', 4, null)];
    };
    deepEqual(missing('resolve'), [false, false]);
    deepEqual(missing('alert'), [true, false]);
    deepEqual(missing('ignore'), [undefined, false]);
    deepEqual(missing('resolve', 'any'), [true, false]);
    deepEqual(missing('alert', 'any'), [true, true]);
    deepEqual(missing('ignore', 'any'), [true, undefined]);
    equal(verdict(ruleOf(), 'firing', 6, null).reason, 'no_data');
    equal(verdict(ruleOf(), 'firing', 2, null).reason, 'recovered');
  });

  it('keeps its state for a condition of which a part could not be received, unless another decides', () => {
    for (const status of ['quiet', 'firing'] as const) {
      equal(holding(ruleOf(), status, 6, 'away'), undefined);
      equal(holding(ruleOf(), status, 2, 'away'), false);
      equal(holding(ruleOf({ match: 'any' }), status, 2, 'away'), undefined);
      equal(holding(ruleOf({ match: 'any' }), status, 6, 'away'), true);
    }
  });

  it('looks back as far as the rule where a condition does not say how far', () => {
    const { windowMinutes: _, ...near } = slow;
    const minutes = conditionsOf(ruleOf({ windowMinutes: 60, conditions: [near, slow] })).map(
      one => one.windowMinutes,
    );
    deepEqual(minutes, [60, 60, 1]);
  });

  it('says of an alert which condition fired', () => {
    const any = ruleOf({ match: 'any' });
    equal(verdict(any, 'quiet', 4, 600).condition, 1);
    equal(verdict(any, 'quiet', 6, 600).condition, 0);
    equal(verdict(ruleOf(), 'quiet', 6, 600).condition, 0);
    const { metric, operator, threshold, windowMinutes, name } = asFired(any, 1);
    deepEqual({ metric, operator, threshold, windowMinutes, name }, { ...slow, name: 'Errors' });
    equal(asFired(any), any);
  });
});

/** An entry span of 700 ms in the ten seconds from `time` on, of the record at `offset`. */
const windowOf = (offset: number, errors: number): StoredWindow => ({
  n: 1,
  errors,
  late: 0,
  buckets: [10],
  counts: [1],
  exemplars: [],
  first: offset,
  last: offset,
});

/** The rule looks at the last minute, and its second condition at the last five. */
function evaluated() {
  const far = { metric: 'error_rate', operator: '>', threshold: 40, windowMinutes: 5 } as const;
  const rule = ruleOf({ windowMinutes: 1, conditions: [far] });
  const windows = new Map([
    [250, windowOf(8, 1)],
    [100, windowOf(2, 0)],
  ]);
  const store = { get: (_: string, time: number) => windows.get(time), put: () => undefined };
  const of: EvaluatedRule = {
    ruleId,
    organizationId: owner,
    version: 1,
    rule,
    now: { status: 'firing', windowToMs: 300_000, cooldownEndsAtMs: 0 },
  };
  const figures = { windows: store, partition: 3 };
  const [own, other] = conditionsOf(rule);
  const placed = [
    { condition: own, from: 240, to: 300 },
    { condition: other ?? own, from: 0, to: 300 },
  ] as const;
  return { of, windows, figures, found: ruleEvidence(of, placed, figures) };
}

describe('the evidence of a rule with several conditions', () => {
  it('has what each saw in its windows, and the records of all of them', () => {
    const { evidence, isBreach } = evaluated().found;
    equal(isBreach, true);
    deepEqual([evidence.samples, evidence.window], [1, { fromMs: 240_000, toMs: 300_000 }]);
    deepEqual(evidence.log, [{ topic: 'windows', partition: 3, first: 2, last: 8 }]);
    deepEqual(
      evidence.conditions?.map(({ window, value, holds, samples }) => [
        window.fromMs,
        value,
        holds,
        samples,
      ]),
      [
        [240_000, 100, true, 1],
        [0, 50, true, 2],
      ],
    );
  });

  it('is amended by late spans in the windows of any condition', () => {
    const { of, windows, figures, found } = evaluated();
    of.trigger = { evidence: found.evidence, isBreach: true };
    windows.set(110, windowOf(9, 0));
    const amend = amendTrigger(of, { times: [110], offset: 9 }, figures);
    deepEqual(
      amend?.after.conditions?.map(({ value, holds }) => [value?.toFixed(1), holds]),
      [
        ['100.0', true],
        ['33.3', false],
      ],
    );
    equal(amendTrigger(of, { times: [110], offset: 9 }, figures), undefined);
    equal(of.trigger.isBreach, false);
  });
});

describe('the message of an alert with several conditions', () => {
  const window = (minutes: number) => ({ fromMs: 0, toMs: minutes * 60_000 });
  const saw = (value: number | null, minutes: number, fields = {}) => ({
    metric: 'error_rate' as const,
    operator: '>' as const,
    threshold: 1.44,
    window: window(minutes),
    value,
    holds: true,
    samples: 40,
    ...fields,
  });
  const rule = ruleOf({ name: 'Checkout', threshold: 1.44 });

  it('says what each saw, and at what they fire', () => {
    equal(
      alertMessage(rule, 3, { evidence: { conditions: [saw(3, 60), saw(5.25, 5)] } }),
      'Checkout: error_rate of checkout is 3 % over 60 min and 5.25 % over 5 min, the rule fires at > 1.44 % and > 1.44 %',
    );
    const other = saw(812, 5, { metric: 'latency_p95', threshold: 500 });
    equal(
      alertMessage(rule, null, { evidence: { conditions: [saw(null, 60), other, saw(null, 5)] } }),
      'Checkout: no data for error_rate of checkout over 60 min and latency_p95 is 812 ms over 5 min and no data for error_rate over 5 min, the rule fires at > 1.44 % and > 500 ms and > 1.44 %',
    );
  });

  it('names the condition that fired where one is enough', () => {
    const conditions = [saw(1, 60), saw(812, 1)];
    equal(
      alertMessage(ruleOf({ match: 'any' }), 812, { condition: 1, evidence: { conditions } }),
      'Errors: latency_p95 of checkout is 812 ms over 1 min, the rule fires at > 500 ms, one of its 2 conditions',
    );
  });
});
