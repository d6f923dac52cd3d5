import { deepEqual, equal } from 'node:assert/strict';
import type { EvaluationEntry } from '../../domain/alerts/evaluation/evaluated-rule.ts';
import { Evaluation, type Outcome } from '../../domain/alerts/evaluation/evaluation.ts';
import { createTicks } from '../../domain/alerts/evaluation/evaluator-time.ts';
import { createReceiving } from '../../domain/alerts/evaluation/outages.ts';
import { createSeriesWindows } from '../../domain/alerts/replay/series-windows.ts';
import { alertRuleId } from '../../schemas/alerts/ids.ts';
import type { AlertRule } from '../../schemas/alerts/rule.ts';
import { minuteMs } from '../../schemas/durations.ts';
import { bucketOf } from '../../schemas/window.ts';
import { owner, ruleWith } from '../support/alerts.ts';
import { noAnomalies } from '../support/no-anomalies.ts';

const startMs = 1_800_000_000_000;

/** A rule on a service, in minutes of a clock that is driven by hand. */
function openLife(rule: Partial<AlertRule>) {
  const entries: EvaluationEntry[] = [];
  const state = {
    partition: 0,
    sources: new Map(),
    ticks: createTicks(),
    receiving: createReceiving(),
    ...noAnomalies(),
    windows: createSeriesWindows(),
  };
  const evaluation = new Evaluation(state, {
    onEvaluated: entry => void entries.push(entry),
    onDeltaEvaluated: () => undefined,
    onUnknown: () => undefined,
    onOverlap: () => undefined,
  });
  const told: string[] = [];
  const tell = (outcomes: Iterable<Outcome | undefined>): void => {
    for (const action of outcomes)
      if (action !== undefined)
        told.push(action.type === 'resolve' ? `resolve: ${action.reason}` : action.type);
  };
  let batch = 0;
  const msOf = (minutes: number): number => startMs + minutes * minuteMs;
  const life = {
    told,
    entries,
    tick: (minutes: number): void => {
      const ticks = [{ source: 0, receivedUpToMs: msOf(minutes) }];
      tell(evaluation.tick({ sources: 1, ticks }));
    },
    mark: (minutes: number): void => evaluation.receiving({ receivingAtMs: msOf(minutes) }),
    spans: (minutes: number, n: number, errors: number): void => {
      const window = { organization: owner, service: 'checkout', operation: '', entry: true };
      const figures = { n, errors, buckets: [bucketOf(20e6)], counts: [n] };
      const windows = [{ ...window, time: msOf(minutes) / 1000, ...figures }];
      const part = { source: 0, first: batch, last: batch, part: 0, parts: 1, windows };
      tell(evaluation.delta(part, batch++));
    },
    /** Everything runs, and nobody sends. */
    pass: (from: number, to: number): void => {
      for (let at = from; at <= to; at += 1 / 12) {
        life.mark(at);
        life.tick(at);
      }
    },
  };
  life.pass(0, 1);
  const scope = { type: 'service', service: 'checkout' } as const;
  tell(
    evaluation.adopt({
      ruleId: alertRuleId('rule'),
      organizationId: owner,
      version: 1,
      now: { status: 'quiet', resolvedToMs: 0, cooldownEndsAtMs: 0 },
      rule: ruleWith({ scope, windowMinutes: 5, cooldownMinutes: 0, threshold: 50, ...rule }),
    }),
  );
  return life;
}

describe('the shield against outages of our own', () => {
  it('keeps an alert that fires through an outage, and resolves it by what comes after', () => {
    const life = openLife({});
    life.spans(1, 10, 10);
    // Nothing runs for 20 minutes; the first tick comes before the first mark.
    life.tick(22);
    life.mark(22);
    life.pass(22, 26);
    deepEqual(life.told, ['raise']);
    life.spans(26, 10, 0);
    life.pass(26, 28);
    deepEqual(life.told, ['raise', 'resolve: recovered']);
  });

  it('evaluates the slots of an outage in order, as ones that say nothing', () => {
    const life = openLife({});
    life.spans(1, 10, 10);
    const before = life.entries.length;
    life.tick(22);
    const missed = life.entries.slice(before);
    equal(missed.length, 21 * 6);
    const ends = missed.map(({ windowToMs }) => windowToMs);
    deepEqual(ends, ends.toSorted());
    deepEqual(new Set(missed.slice(6).map(({ outcome }) => outcome)), new Set(['held']));
  });

  it('takes no outage for silence, and silence after it for what it is', () => {
    const life = openLife({ noData: 'alert' });
    life.spans(1, 10, 0);
    life.pass(1, 2);
    deepEqual(life.told, ['raise', 'resolve: recovered']);
    const told = life.told.length;
    life.tick(22);
    life.pass(22, 26);
    equal(life.told.length, told);
    life.pass(26, 29);
    deepEqual(life.told.slice(told), ['raise']);
  });

  it('takes a count that lacks an outage for no small one, and for a large one', () => {
    const [small, large] = [
      openLife({ metric: 'request_count', operator: '<', threshold: 5 }),
      openLife({ metric: 'request_count', operator: '>', threshold: 5 }),
    ];
    for (const life of [small, large]) {
      for (let at = 1; at < 8; at++) {
        life.spans(at, 3, 0);
        life.pass(at, at + 11 / 12);
      }
      life.told.length = 0;
      life.tick(20);
      life.pass(20, 20.5);
    }
    deepEqual([small.told, large.told], [[], []]);
    large.spans(20, 30, 0);
    large.pass(20.5, 21);
    deepEqual(large.told, []);
  });

  it('fires for what came all the same', () => {
    const life = openLife({});
    life.spans(1, 10, 0);
    life.tick(22);
    life.mark(22);
    life.spans(22, 10, 10);
    deepEqual(life.told, ['raise']);
  });

  it('notices an outage of those who receive while all else runs', () => {
    const life = openLife({});
    life.spans(1, 10, 10);
    for (let at = 1; at < 20; at += 1 / 12) life.tick(at);
    deepEqual(life.told, ['raise']);
  });

  it('takes a lag of the processor, and clocks that differ, for no outage', () => {
    const life = openLife({});
    life.spans(1, 10, 10);
    // The processor stands still while others receive; then everything that it missed is there.
    for (let at = 1; at < 20; at += 1 / 12) life.mark(at);
    life.spans(4, 100, 0);
    life.tick(20);
    deepEqual(life.told, ['raise', 'resolve: recovered']);
    const ahead = openLife({});
    ahead.spans(1, 10, 10);
    for (let at = 1; at < 8; at += 1 / 12) {
      ahead.tick(at + 10);
      ahead.mark(at);
    }
    deepEqual(ahead.told.slice(1).includes('resolve: no_data'), true);
  });
});
