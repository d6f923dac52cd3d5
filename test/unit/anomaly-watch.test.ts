import { deepEqual, equal, ok } from 'node:assert/strict';
import { Evaluation } from '../../domain/alerts/evaluation/evaluation.ts';
import { createTicks } from '../../domain/alerts/evaluation/evaluator-time.ts';
import { createReceiving } from '../../domain/alerts/evaluation/outages.ts';
import type { StoredWindow } from '../../domain/alerts/evaluation/windows/look-back.ts';
import {
  type AnomalyAction,
  AnomalyWatch,
  type ScoredMinute,
} from '../../domain/anomalies/watch.ts';
import { organizationId } from '../../schemas/ids.ts';
import { globalService, type WindowDelta } from '../../schemas/telemetry/window-record.ts';
import { bucketOf } from '../../schemas/window.ts';
import { anomaliesOf } from '../support/evaluator-world.ts';
import { noAnomalies } from '../support/no-anomalies.ts';

const organization = organizationId('0b5c9a34-6c1e-4f0d-9f2e-6a54f3f2a001');
/** A whole minute since 1970. */
const now = 29_400_030;
const nothing = () => undefined;

/** The evaluation of one partition, and what it makes of what comes. */
function openWatched() {
  const windows = new Map<string, StoredWindow>();
  const scores: ScoredMinute[] = [];
  const name = (series: string, time: number): string => `${time} ${series}`;
  const state = {
    partition: 0,
    sources: new Map(),
    ticks: createTicks(),
    receiving: createReceiving(),
    ...noAnomalies(),
    windows: {
      get: (series: string, time: number) => windows.get(name(series, time)),
      put: (series: string, time: number, window: StoredWindow) =>
        void windows.set(name(series, time), window),
    },
  };
  const anomalies = anomaliesOf(new Map());
  const onScored = (scored: ScoredMinute) => void scores.push(scored);
  const going = { wholeFrom: 0, held: new Map<string, Set<number>>() };
  const watch = new AnomalyWatch({ windows: state.windows, anomalies, onScored, ...going });
  const observer = {
    onEvaluated: nothing,
    onDeltaEvaluated: nothing,
    onUnknown: nothing,
    onOverlap: nothing,
  };
  const evaluation = new Evaluation(state, observer, watch);
  let batch = 0;
  const made = (outcomes: ReturnType<Evaluation['tick']>): AnomalyAction[] =>
    [...outcomes].flatMap(one => (one?.type === 'anomaly' ? [one] : []));
  return {
    scores,
    series: () => [...anomalies.all()].map(([series]) => series),
    tick: (seconds: number) =>
      made(evaluation.tick({ sources: 1, ticks: [{ source: 0, receivedUpToMs: seconds * 1000 }] })),
    mark: (seconds: number) => evaluation.receiving({ receivingAtMs: seconds * 1000 }),
    send: (...deltas: readonly WindowDelta[]) => {
      const number = batch++;
      const part = { source: 0, first: number, last: number, part: 0, parts: 1 };
      return made(evaluation.delta({ ...part, windows: deltas }, number));
    },
  };
}

/** Requests of one minute, counted from `now`, in one of its windows. */
const minute = (at: number, latencyMs: number, service = 'checkout', n = 20): WindowDelta => ({
  organization,
  service,
  operation: '',
  entry: true,
  time: (now + at) * 60 + 20,
  n,
  errors: 0,
  buckets: [bucketOf(latencyMs * 1e6)],
  counts: [n],
});

const hour = (service?: string): WindowDelta[] =>
  Array.from({ length: 60 }, (_, index) => minute(index - 70, 25, service));
const slow = [-10, -9, -8].map(at => minute(at, 500));
const expected = [1, 2, 3, 4, 5].map(at => minute(at - 8, 25));
const changesOf = (actions: readonly AnomalyAction[]) =>
  actions.map(({ service, change: { type, metric, minute: at } }) => [
    service,
    type,
    metric,
    at - now,
  ]);

describe('the watch over services', () => {
  it('opens and ends an anomaly for minutes that come in the past', () => {
    const { tick, send } = openWatched();
    tick(now * 60 + 15);
    deepEqual(send(...hour()), []);
    deepEqual(changesOf(send(...slow)), [['checkout', 'open', 'latency_p95', -8]]);
    deepEqual(changesOf(send(...expected)), [['checkout', 'end', 'latency_p95', -3]]);
  });

  it('learns what came before its time was known', () => {
    const { tick, send } = openWatched();
    deepEqual(send(...hour()), []);
    deepEqual(tick(now * 60 + 15), []);
    deepEqual(changesOf(send(...slow)), [['checkout', 'open', 'latency_p95', -8]]);
  });

  it('judges each minute once when it has settled, also one without requests', () => {
    const { tick, send, scores } = openWatched();
    tick(now * 60 + 15);
    send(...hour());
    const before = scores.length;
    send(minute(0, 25));
    equal(scores.length, before);
    for (let seconds = 20; seconds <= 245; seconds += 5) tick(now * 60 + seconds);
    deepEqual(
      scores.slice(before).map(({ minute: at, metric, observed }) => [at - now, metric, observed]),
      [
        [0, 'latency_p95', scores.find(({ minute: at }) => at === now)?.observed],
        [0, 'error_rate', 0],
        [0, 'throughput', 20],
        [1, 'throughput', 0],
        [2, 'throughput', 0],
      ],
    );
  });

  it('does not judge a minute of which a part may be forgotten', () => {
    const { tick, send, scores } = openWatched();
    tick(now * 60 + 15);
    send(minute(-1_500, 25));
    deepEqual(scores, []);
    send(minute(-1_499, 25));
    deepEqual(new Set(scores.map(({ minute: at }) => at - now)), new Set([-1_499]));
  });

  it('notices that requests stay away', () => {
    const { tick, send } = openWatched();
    tick(now * 60 + 15);
    send(...hour());
    send(minute(0, 25));
    const actions: AnomalyAction[] = [];
    for (let seconds = 20; seconds <= 300; seconds += 5) actions.push(...tick(now * 60 + seconds));
    deepEqual(changesOf(actions), [['checkout', 'open', 'throughput', 3]]);
    const [action] = actions;
    equal(action?.change.type === 'open' && action.change.direction, 'below');
  });

  it('takes an outage of our own neither for requests that stay away nor for the end of an anomaly', () => {
    const { tick, mark, send } = openWatched();
    tick(now * 60 + 15);
    mark(now * 60 + 15);
    send(...hour('checkout'), ...hour('cart'));
    deepEqual(changesOf(send(...slow)), [['checkout', 'open', 'latency_p95', -8]]);
    send(minute(0, 500), minute(0, 25, 'cart'));
    const actions: AnomalyAction[] = [];
    for (let seconds = 20; seconds <= 1_800; seconds += 5)
      actions.push(...tick(now * 60 + seconds));
    deepEqual(changesOf(actions), []);
    // It is over: from now on silence counts again.
    for (let seconds = 1_805; seconds <= 3_600; seconds += 5) {
      mark(now * 60 + seconds);
      actions.push(...tick(now * 60 + seconds));
    }
    const changes = changesOf(actions);
    deepEqual(changes.map(([service, type, metric]) => `${service} ${type} ${metric}`).sort(), [
      'cart open throughput',
      'checkout end latency_p95',
      'checkout open throughput',
    ]);
    ok(
      changes.every(([, , , at]) => Number(at) > 30),
      String(changes),
    );
  });

  it('watches neither the sum of an organization nor services that are counted together', () => {
    const { tick, send, series } = openWatched();
    tick(now * 60 + 15);
    send(...hour(globalService), ...hour('(other)'), ...hour('cart'));
    deepEqual(series(), [`${organization}/cart`]);
  });

  it('forgets a service that sends nothing for longer than spans may be late', () => {
    const { tick, send, series } = openWatched();
    tick(now * 60 + 15);
    send(minute(-10, 25));
    for (let at = 0; at < 27 * 60; at++) tick((now + at) * 60 + 15);
    deepEqual(series(), []);
  });
});
