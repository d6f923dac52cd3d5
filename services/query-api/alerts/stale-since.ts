import type { TopicLog } from '../../../platform/topic-log/port.ts';
import { lateTickMs } from '../../../schemas/alerts/evidence.ts';
import { openEvaluatorTime } from '../evaluator-time.ts';

/** Since when nothing was evaluated, as RFC 3339; null when that is less than a minute, or for a past instant. */
export type StaleSince = (asOfMs?: number) => Promise<string | null>;

type Dependencies = {
  readonly topicLog: Pick<TopicLog, 'lag'>;
  readonly clock: () => number;
};

export function openStaleSince({ topicLog, clock }: Dependencies): StaleSince {
  const evaluatorTime = openEvaluatorTime(topicLog);
  return async asOfMs => {
    if (asOfMs !== undefined) return null;
    const timeMs = await evaluatorTime();
    const isStale = timeMs !== undefined && clock() - timeMs > lateTickMs;
    return isStale ? new Date(timeMs).toISOString() : null;
  };
}
