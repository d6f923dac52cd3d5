import { equal, rejects } from 'node:assert/strict';
import { checkEvaluatorTime, readEvaluatorTime } from '../../projections/alerts/evaluator-time.ts';

const nowMs = Date.UTC(2026, 4, 5, 6, 7, 8);

const logOf = (...times: readonly (number | undefined)[]) => ({
  lag: async (group: string, topic: string) =>
    times.map((timeMs, partition) => ({
      group,
      topic,
      partition,
      committed: 0,
      end: 0,
      ...(timeMs !== undefined && { metadata: String(timeMs) }),
    })),
});

describe('the time of the evaluator', () => {
  it('is the least over the partitions', async () => {
    equal(await readEvaluatorTime(logOf(nowMs, nowMs - 5, nowMs - 2)), nowMs - 5);
  });

  it('is not known while a partition was never evaluated', async () => {
    equal(await readEvaluatorTime(logOf(nowMs, undefined)), undefined);
    await checkEvaluatorTime(logOf(0, undefined), nowMs);
  });

  it('may be a minute behind the clock, and no more', async () => {
    await checkEvaluatorTime(logOf(nowMs - 60_000), nowMs);
    await rejects(
      checkEvaluatorTime(logOf(nowMs, nowMs - 60_001), nowMs),
      /evaluated up to 2026-05-05T06:06:07.999Z, 60 s ago: alerts come late/,
    );
  });
});
