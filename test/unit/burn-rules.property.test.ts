import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { evaluateMeasure } from '../../domain/alerts/evaluation/evaluate-measure.ts';
import type { EvaluatedRule } from '../../domain/alerts/evaluation/evaluated-rule.ts';
import { alertMessage } from '../../domain/alerts/message.ts';
import { burnAlertsOf } from '../../domain/slos/burn.ts';
import { burnRule, pairsOf } from '../../domain/slos/burn-rules.ts';
import { type Counted, type Counts, countsWithin, sumsOf } from '../../domain/slos/counts.ts';
import { pairBurn } from '../../domain/slos/pair-burn.ts';
import { type AlertRule, burnPairNames, noDataPolicies } from '../../schemas/alerts/rule.ts';
import { objectiveId } from '../../schemas/slos/ids.ts';
import type { Objective } from '../../schemas/slos/objective.ts';
import type { MeasureRecord } from '../../schemas/telemetry/window-record.ts';
import { owner, ruleId } from '../support/alerts.ts';
import { holds } from '../support/property.ts';

const minute = 60;
const toSeconds = 1_764_000_000;
const of = objectiveId('2b1c7a64-5a0e-5b57-9c1d-7a0b6de9f4c2');

const answers: Objective = {
  name: 'Checkout answers',
  kind: 'availability',
  service: 'checkout',
  target: 99.9,
  windowDays: 30,
  window: 'rolling',
};

const targets = fc.integer({ min: 1, max: 9_999_999 }).map(parts => parts / 1e5);

const counts: fc.Arbitrary<Counts> = fc
  .nat(40)
  .chain(total => fc.record({ total: fc.constant(total), bad: fc.nat(total) }));

/** The last seven hours by the minute, in their order; some have no requests. */
const minutes = fc
  .array(fc.option(counts, { freq: 3 }), { minLength: 420, maxLength: 420 })
  .map(all =>
    all.flatMap((each, index): readonly Counted[] =>
      each === null
        ? []
        : [{ startSeconds: toSeconds - (420 - index) * minute, seconds: minute, ...each }],
    ),
  );

const rule = (fields: Partial<AlertRule> = {}): AlertRule => ({
  ...burnRule('fast', { objectiveId: of, objective: answers, channelIds: [] }),
  ...fields,
});

const quiet = { status: 'quiet', resolvedToMs: 0, cooldownEndsAtMs: 0 } as const;

const evaluated = (fields: Partial<EvaluatedRule> = {}): EvaluatedRule => ({
  ruleId,
  organizationId: owner,
  version: 1,
  rule: rule(),
  now: quiet,
  ...fields,
});

const measureOf = (all: readonly Counted[], target: number): MeasureRecord => {
  const found = pairBurn({ pair: 'fast', target, toSeconds, within: sumsOf(all) });
  const { bad: errors, ...seen } = found;
  const window = { windowFromMs: (toSeconds - 3_600) * 1000, windowToMs: toSeconds * 1000 };
  return { ruleId, ruleVersion: 1, ...window, ...seen, errors };
};

const place = { partition: 0, offset: 7, outages: [] };

describe('counts of many ranges', () => {
  it('are those that are added up one by one', async () => {
    await holds(
      fc.property(minutes, fc.nat(430), fc.nat(430), (all, from, length) => {
        const fromSeconds = toSeconds - from * minute;
        const range = { fromSeconds, toSeconds: fromSeconds + length * minute };
        deepEqual(sumsOf(all)(range), countsWithin(all, range));
      }),
      300,
    );
  });
});

describe('a rule about a burn rate', () => {
  it('holds exactly when the objective says that it burns too fast', async () => {
    let held = 0;
    await holds(
      fc.property(minutes, targets, (all, target) => {
        const alerts = burnAlertsOf(all, target, toSeconds);
        for (const pair of burnPairNames) {
          const objective = { ...answers, target };
          const made = burnRule(pair, { objectiveId: of, objective, channelIds: [] });
          const { operator, threshold, severity } = made;
          equal(operator, '>');
          const { value } = pairBurn({ pair, target, toSeconds, within: sumsOf(all) });
          const isHolding = value !== null && value > threshold;
          if (isHolding) held++;
          equal(isHolding, alerts.includes(severity as 'critical' | 'warning'));
          if (!pairsOf({ target }).includes(pair)) equal(isHolding, false);
        }
      }),
      300,
    );
    ok(held > 0);
  });

  const steady = (bad: number): readonly Counted[] =>
    Array.from({ length: 60 }, (_, index) => ({
      startSeconds: toSeconds - (60 - index) * minute,
      seconds: minute,
      total: 1_000,
      // The last five minutes are a little better.
      bad: index < 55 ? bad : bad - 1,
    }));

  it('fires on the lower rate, and its evidence and its message have both', () => {
    const found = evaluateMeasure(evaluated(), measureOf(steady(20), 99.9), 0, place);
    const action = found?.action;
    equal(action?.type, 'raise');
    if (action?.type !== 'raise') return;
    equal(action.value, 19);
    const { conditions, samples, errors, window } = action.evidence;
    deepEqual([samples, errors, window.toMs - window.fromMs], [60_000, 1_195, 3_600_000]);
    deepEqual(
      conditions?.map(one => [one.value, one.holds, one.samples]),
      [
        [1_195 / 60, true, 60_000],
        [19, true, 5_000],
      ],
    );
    deepEqual(
      conditions?.map(one => (one.window.toMs - one.window.fromMs) / 60_000),
      [60, 5],
    );
    equal(
      alertMessage(rule(), action.value, { evidence: action.evidence }),
      'Checkout answers, fast burn: the burn rate of checkout is 19.9167 over 60 min and 19 over 5 min, the rule fires at > 14.4 in both',
    );
  });

  it('does not fire at its threshold, nor when one window is well', () => {
    const outcomeOf = (all: readonly Counted[], threshold: number) =>
      evaluateMeasure(evaluated({ rule: rule({ threshold }) }), measureOf(all, 99.9), 0, place)
        ?.entry.outcome;
    equal(outcomeOf(steady(20), 19), 'ok');
    equal(outcomeOf(steady(20), 18.999), 'triggered');
    const isOver = steady(20).map(each =>
      each.startSeconds < toSeconds - 300 ? each : { ...each, bad: 0 },
    );
    equal(outcomeOf(isOver, 14.4), 'ok');
  });

  it('has no value when a window has no request, or fewer than it needs', () => {
    const short = steady(20).filter(({ startSeconds }) => startSeconds < toSeconds - 300);
    const measure = measureOf(short, 99.9);
    deepEqual(
      measure.burns?.map(({ value }) => value),
      [20, null],
    );
    const evaluate = (fields: Partial<AlertRule>, said = measure) =>
      evaluateMeasure(evaluated({ rule: rule(fields) }), said, 0, place)?.entry;
    equal(evaluate({})?.value, undefined);
    deepEqual(
      noDataPolicies.map(noData => evaluate({ noData })?.outcome),
      ['skipped', 'triggered', 'ok'],
    );
    const few = measureOf(steady(20), 99.9);
    equal(evaluate({ minSamples: 60_001 }, few)?.value, undefined);
    equal(evaluate({ minSamples: 60_000 }, few)?.value, 19);
  });

  it('ends when its objective is deleted, whatever it does without data', () => {
    const gone: MeasureRecord = {
      ruleId,
      ruleVersion: 1,
      windowFromMs: (toSeconds - 3_600) * 1000,
      windowToMs: toSeconds * 1000,
      value: null,
      samples: 0,
      isGone: true,
    };
    const firing = { status: 'firing', windowToMs: 1, cooldownEndsAtMs: 1 } as const;
    for (const noData of noDataPolicies) {
      const own = { rule: rule({ noData }) };
      const ended = evaluateMeasure(evaluated({ ...own, now: firing }), gone, 0, place)?.action;
      deepEqual([ended?.type, ended && 'reason' in ended && ended.reason], ['resolve', 'no_data']);
      equal(evaluateMeasure(evaluated(own), gone, 0, place)?.action, undefined);
    }
  });

  it('keeps its state when nobody could send during much of the short window', () => {
    const outages = [{ fromMs: (toSeconds - 60) * 1000, toMs: toSeconds * 1000 }];
    const firing = { status: 'firing', windowToMs: 1, cooldownEndsAtMs: 1 } as const;
    const well = measureOf(steady(1), 99.9);
    const found = evaluateMeasure(evaluated({ now: firing }), well, 0, { ...place, outages });
    equal(found?.entry.outcome, 'held');
  });

  it('is made for the rates at which its objective can burn', () => {
    const pairs = (target: number) => pairsOf({ target });
    deepEqual(
      [pairs(99.9), pairs(93), pairs(90), pairs(83), pairs(50)],
      [['fast', 'slow'], ['slow'], ['slow'], [], []],
    );
    const slow = burnRule('slow', { objectiveId: of, objective: answers, channelIds: [] });
    deepEqual(
      [slow.metric, slow.threshold, slow.windowMinutes, slow.severity, slow.scope],
      [`slo_burn_slow:${of}`, 6, 360, 'warning', { type: 'service', service: 'checkout' }],
    );
    equal(
      slow.description,
      'At a burn rate of 6, 6 hours spend 5 % of the error budget of "Checkout answers".',
    );
    equal(
      rule().description,
      'At a burn rate of 14.4, an hour spends 2 % of the error budget of "Checkout answers".',
    );
    const long = { ...answers, name: 'n'.repeat(200) };
    const { name } = burnRule('fast', { objectiveId: of, objective: long, channelIds: [] });
    equal(name.length, 200);
    ok(name.endsWith(', fast burn'));
  });
});
