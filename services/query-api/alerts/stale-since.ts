import type { TopicLog } from '../../../platform/topic-log/port.ts';
import { readEvaluatorTime } from '../../../projections/alerts/evaluator-time.ts';
import { lateTickMs } from '../../../schemas/alerts/evidence.ts';
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
