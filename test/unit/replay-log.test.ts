import { deepEqual, rejects } from 'node:assert/strict';
import { HistoryForgotten } from '../../platform/errors.ts';
import { alertRuleId } from '../../schemas/alerts/ids.ts';
import { bucketOf } from '../../schemas/window.ts';
import { neverFired, type RuleLife } from '../../services/evaluator/core/replay/life.ts';
import { replayLog } from '../../services/evaluator/replay/replay-log.ts';
import { owner, ruleWith } from '../support/alerts.ts';
import { logOfRecords } from '../support/log-of-records.ts';
import type { NaiveRecord } from '../support/naive-log.ts';

const startMs = 1_800_000_000_000;
const minuteMs = 60_000;
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
    { topicLog: logOfRecords(records, { start, appendedAtMs }) },
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
