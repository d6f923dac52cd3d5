import type { TopicLog } from '../../../platform/topic-log/port.ts';
import { lateTickMs } from '../../../schemas/alerts/evidence.ts';
import { consumers } from '../../../schemas/topics.ts';
import { limits } from '../config.ts';
import { createLatestValue } from '../latest-value.ts';

/** Since when nothing was evaluated, as RFC 3339; null when that is less than a minute, or for a past instant. */
export type StaleSince = (asOfMs?: number) => Promise<string | null>;

type Dependencies = {
  readonly topicLog: Pick<TopicLog, 'lag'>;
  readonly clock: () => number;
};

/** Follows the evaluator's time, which the evaluator leaves with its offsets. */
export function openStaleSince({ topicLog, clock }: Dependencies): StaleSince {
  const evaluatorTime = createLatestValue(() => readEvaluatorTime(topicLog), {
    freshMs: limits.watermarkFreshMs,
    waitMs: limits.watermarkWaitMs,
  });
  return async asOfMs => {
    if (asOfMs !== undefined) return null;
    const timeMs = await evaluatorTime();
    const isStale = timeMs !== undefined && clock() - timeMs > lateTickMs;
    return isStale ? new Date(timeMs).toISOString() : null;
  };
}

/** The least over the partitions; undefined as long as one was never evaluated. */
async function readEvaluatorTime(topicLog: Dependencies['topicLog']): Promise<number | undefined> {
  const { group, topic } = consumers.windows;
  const times = (await topicLog.lag(group, topic)).map(({ metadata }) => Number(metadata ?? 0));
  const least = Math.min(...times);
  return least > 0 && Number.isFinite(least) ? least : undefined;
}
