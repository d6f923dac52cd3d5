import type { TopicLog } from '../../platform/topic-log/port.ts';
import { lateTickMs } from '../../schemas/alerts/evidence.ts';
import { consumers } from '../../schemas/topics.ts';

/**
 * The evaluator's time in Unix ms, which it leaves with its offsets: the least over the partitions; undefined as long
 * as one was never evaluated.
 */
export async function readEvaluatorTime(
  topicLog: Pick<TopicLog, 'lag'>,
): Promise<number | undefined> {
  const { group, topic } = consumers.windows;
  const times = (await topicLog.lag(group, topic)).map(({ metadata }) => Number(metadata ?? 0));
  const least = Math.min(...times);
  return least > 0 && Number.isFinite(least) ? least : undefined;
}

/** Rejects while what was received in the last minute, or before it, is not evaluated. */
export async function checkEvaluatorTime(
  topicLog: Pick<TopicLog, 'lag'>,
  nowMs: number,
): Promise<void> {
  const timeMs = await readEvaluatorTime(topicLog);
  if (timeMs === undefined || nowMs - timeMs <= lateTickMs) return;
  const seconds = Math.round((nowMs - timeMs) / 1000);
  const upTo = new Date(timeMs).toISOString();
  throw new Error(`alert rules are evaluated up to ${upTo}, ${seconds} s ago: alerts come late`);
}
