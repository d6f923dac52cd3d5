import { deepEqual, equal } from 'node:assert/strict';
import type { Action } from '../../domain/alerts/evaluation/evaluated-rule.ts';
import { Evaluation, type Outcome } from '../../domain/alerts/evaluation/evaluation.ts';
import { createTicks } from '../../domain/alerts/evaluation/evaluator-time.ts';
import { createReceiving } from '../../domain/alerts/evaluation/outages.ts';
import type { StoredWindow } from '../../domain/alerts/evaluation/windows/look-back.ts';
import { alertRuleId } from '../../schemas/alerts/ids.ts';
import { organizationId } from '../../schemas/ids.ts';
import { globalService, type WindowDelta } from '../../schemas/telemetry/window-record.ts';
import { ruleWith } from '../support/alerts.ts';
import { noAnomalies } from '../support/no-anomalies.ts';

const organization = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const startSeconds = 1_780_000_000;
const services = 100;
const globalRules = 5;

/** An evaluator with so many rules, spread evenly over the services, and some of the whole organization. */
function openEvaluation(rulesCount: number) {
  const windows = new Map<string, StoredWindow>();
  const counts = { windowReads: 0, evaluations: 0 };
  const evaluation = new Evaluation(
    {
      partition: 0,
      sources: new Map(),
      ticks: createTicks(),
      receiving: createReceiving(),
      ...noAnomalies(),
      windows: {
        get: (series, time) => {
          counts.windowReads++;
          return windows.get(`${series} ${time}`);
        },
        put: (series, time, window) => void windows.set(`${series} ${time}`, window),
      },
    },
    {
      onEvaluated: () => undefined,
      onDeltaEvaluated: () => void counts.evaluations++,
      onUnknown: () => undefined,
      onOverlap: () => undefined,
    },
  );
  for (let number = 0; number < rulesCount; number++) {
    const isGlobal = number < globalRules;
    evaluation.adopt({
      ruleId: alertRuleId(`rule-${number}`),
      organizationId: organization,
      version: 1,
      now: { status: 'quiet', resolvedToMs: 0, cooldownEndsAtMs: 0 },
      rule: ruleWith({
        metric: 'error_rate',
        threshold: 50,
        scope: isGlobal ? { type: 'global' } : { type: 'service', service: serviceOf(number) },
      }),
    });
  }
  const tick = (seconds: number): Action[] =>
    made(evaluation.tick({ sources: 1, ticks: [{ source: 0, receivedUpToMs: seconds * 1000 }] }));
  tick(startSeconds);
  let batch = 0;
  const delta = (service: string, fields: Partial<WindowDelta> = {}): Action[] => {
    const windowOf = (name: string) => ({ ...okWindow, ...fields, service: name });
    const number = batch++;
    const part = { source: 0, first: number, last: number, part: 0, parts: 1 };
    const pair = [windowOf(service), windowOf(globalService)];
    return made(evaluation.delta({ ...part, windows: pair }, number));
  };
  return { counts, tick, delta };
}

const serviceOf = (number: number): string => `service-${number % services}`;
const made = (outcomes: Iterable<Outcome | undefined>): Action[] =>
  [...outcomes].flatMap(one => (one === undefined || one.type === 'anomaly' ? [] : [one]));

const okWindow: WindowDelta = {
  organization,
  service: '',
  operation: '',
  entry: true,
  time: startSeconds,
  n: 10,
  errors: 0,
  buckets: [300],
  counts: [10],
};

describe('the cost of evaluating alert rules', () => {
  it('is, for a delta, the rules of its service and of its organization', () => {
    const { counts, delta } = openEvaluation(1_000);
    for (let number = 0; number < services; number++) {
      const before = counts.evaluations;
      delta(serviceOf(number));
      const own = (1_000 - globalRules) / services;
      const evaluated = counts.evaluations - before - globalRules;
      equal(evaluated, number < globalRules ? Math.floor(own) : Math.ceil(own), serviceOf(number));
    }
  });

  it('is one command for an alert and one for its end, however many rules there are', () => {
    for (const rulesCount of [globalRules + 100, 1_000]) {
      const { delta, tick } = openEvaluation(rulesCount);
      delta('quiet', { n: 1_000 });
      const fired = delta(serviceOf(7), { errors: 10 });
      const own = Math.ceil((rulesCount - globalRules) / services);
      equal(fired.length, own);
      deepEqual(new Set(fired.map(({ type }) => type)), new Set(['raise']));
      const ended = tick(startSeconds + 400);
      equal(ended.length, own);
      deepEqual(new Set(ended.map(({ type }) => type)), new Set(['resolve']));
    }
  });

  it('does not grow with the windows that were seen before', () => {
    const { counts, delta, tick } = openEvaluation(globalRules + services);
    const readsAt = (seconds: number): number => {
      tick(seconds);
      delta(serviceOf(3), { time: seconds });
      const before = counts.windowReads;
      delta(serviceOf(3), { time: seconds });
      return counts.windowReads - before;
    };
    const first = readsAt(startSeconds + 600);
    equal(readsAt(startSeconds + 7_200), first);
  });
});
