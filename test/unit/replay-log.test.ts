import { deepEqual, rejects } from 'node:assert/strict';
import { neverFired, type RuleLife } from '../../domain/alerts/replay/life.ts';
import { HistoryForgotten } from '../../platform/errors.ts';
import { replayLog } from '../../projections/alerts/replay/replay-log.ts';
import type { AnomalyEvents } from '../../projections/anomalies/anomaly-events.ts';
import { alertRuleId } from '../../schemas/alerts/ids.ts';
import { hourMs, minuteMs } from '../../schemas/durations.ts';
import { bucketOf } from '../../schemas/window.ts';
import { owner, ruleWith } from '../support/alerts.ts';
import { figuresAt } from '../support/anomalies.ts';
import { logOfRecords } from '../support/log-of-records.ts';
import type { NaiveRecord } from '../support/naive-log.ts';
import { noAnomalyEvents } from '../support/no-anomalies.ts';

const startMs = 1_800_000_000_000;
const ruleId = alertRuleId('rule');

/** Hours of ticks each ten seconds, and one failed request each minute. */
const records = Array.from({ length: 3 * 360 }, (_, at): NaiveRecord => {
  const nowMs = startMs + at * 10_000;
  if (at % 6 !== 0)
    return { kind: 'tick', sources: 1, ticks: [{ source: 0, receivedUpToMs: nowMs }] };
  const counts = { n: 1, errors: 1, buckets: [bucketOf(20e6)], counts: [1] };
  const window = { organization: owner, service: 'checkout', operation: '', entry: true };
  const windows = [{ ...window, time: nowMs / 1000, ...counts }];
  return { kind: 'delta', source: 0, first: at, last: at, part: 0, parts: 1, windows };
});
const appendedAtMs = (offset: number): number => startMs + offset * 10_000;

const lifeFrom = (fromMs: number): RuleLife => ({
  ruleId,
  organizationId: owner,
  endedByUser: new Set<number>(),
  before: () => neverFired,
  steps: [
    {
      place: { kind: 'begins', tickMs: fromMs },
      version: 1,
      rule: ruleWith({ scope: { type: 'service', service: 'checkout' }, windowMinutes: 30 }),
    },
  ],
});

const replay = (fromMs: number, start: number, signal = new AbortController().signal) =>
  replayLog(
    [lifeFrom(fromMs)],
    { partition: 0, startMs: fromMs, requiredMs: fromMs, fromMs, toMs: fromMs + 10 * minuteMs },
    { topicLog: logOfRecords(records, { start, appendedAtMs }), anomalies: noAnomalyEvents },
    { signal },
  );

describe('the log of a backtest', () => {
  it('is read from before the look-back of the rule, as long as it is kept', async () => {
    const { rules } = await replay(startMs + 120 * minuteMs, 0);
    const [fired] = rules.get(ruleId)?.transitions ?? [];
    deepEqual(fired?.type === 'triggered' && fired.evidence.samples, 30);
    deepEqual(rules.get(ruleId)?.msInStates.firing, 10 * minuteMs);
  });

  it('is forgotten when retention took a part of the look-back, and says from when on it is known', async () => {
    const start = 91 * 6;
    const fromMs = startMs + 120 * minuteMs;
    await rejects(replay(fromMs, start), (error: unknown) => {
      const earliest = new Date(startMs + 121 * minuteMs).toISOString();
      return error instanceof HistoryForgotten && error.message.includes(earliest);
    });
    const { rules } = await replay(fromMs + minuteMs, start);
    deepEqual(rules.get(ruleId)?.transitions.length, 1);
  });

  it('is left when nobody waits for the answer', async () => {
    const gone = AbortSignal.abort(new Error('gone'));
    await rejects(replay(startMs + 120 * minuteMs, 0, gone), /gone/u);
  });
});

/** A tick each ten seconds, and in between what is said of anomalies: by offset. */
function anomalyLog(said: Readonly<Record<number, { position: number; after: number }>>) {
  return Array.from({ length: 2 * 360 }, (_, at): NaiveRecord => {
    const known = said[at];
    if (known !== undefined) return { kind: 'anomalies', ...known };
    const receivedUpToMs = appendedAtMs(at);
    return { kind: 'tick', sources: 1, ticks: [{ source: 0, receivedUpToMs }] };
  });
}

/** One anomaly of `checkout`, open from event 5 on; event 3 ended another. */
const openFrom5: AnomalyEvents = {
  openAt: (_, position) =>
    position < 5
      ? []
      : [
          {
            service: 'checkout',
            metrics: [figuresAt(startMs)],
            openMetrics: ['latency_p95'],
          },
        ],
  latest: () => 5,
  reach: async () => undefined,
};

async function anomalyAlerts(
  said: Parameters<typeof anomalyLog>[0],
  fromMs: number,
  { start = 0, anomalies = openFrom5 } = {},
) {
  const place = { kind: 'begins', tickMs: fromMs } as const;
  const rule = ruleWith({ alertType: 'anomaly', metric: 'latency', operator: '>', threshold: 1 });
  const steps = [{ place, version: 1, rule }];
  const { rules } = await replayLog(
    [{ ruleId, organizationId: owner, endedByUser: new Set(), before: () => neverFired, steps }],
    { partition: 0, startMs: fromMs, requiredMs: fromMs, fromMs, toMs: fromMs + 10 * minuteMs },
    { topicLog: logOfRecords(anomalyLog(said), { start, appendedAtMs }), anomalies },
    { signal: new AbortController().signal },
  );
  return (rules.get(ruleId)?.transitions ?? []).map(({ type, tickMs }) => [type, tickMs]);
}

describe('what the log of a backtest says of anomalies', () => {
  const fromMs = startMs + hourMs;

  it('holds from the place on at which it is said, and not before', async () => {
    const offset = 363;
    const said = { 1: { position: 3, after: 0 }, [offset]: { position: 5, after: offset - 1 } };
    deepEqual(await anomalyAlerts(said, fromMs), [['triggered', appendedAtMs(offset - 1)]]);
  });

  it('is looked for further back, also behind one that was suspended and says what it knew before', async () => {
    const said = {
      1: { position: 5, after: 0 },
      // Read first, as the last ten minutes and the window are read at first.
      300: { position: 3, after: 0 },
    };
    deepEqual(await anomalyAlerts(said, fromMs), [['triggered', fromMs]]);
  });

  it('is not known from before it was first said, unless there had been no anomaly', async () => {
    const said = { 420: { position: 5, after: 419 } };
    await rejects(anomalyAlerts(said, fromMs), (error: unknown) => {
      const earliest = new Date(appendedAtMs(420)).toISOString();
      return error instanceof HistoryForgotten && error.message.includes(earliest);
    });
    deepEqual(await anomalyAlerts(said, appendedAtMs(420)), [['triggered', appendedAtMs(420)]]);
    deepEqual(await anomalyAlerts({ 420: { position: -1, after: 419 } }, fromMs), []);
    await rejects(anomalyAlerts({}, fromMs), HistoryForgotten);
    deepEqual(await anomalyAlerts({}, fromMs, { anomalies: noAnomalyEvents }), []);
  });
});
