import type { TopicLog } from '../platform/topic-log/port.ts';
import { consumers } from '../schemas/topics.ts';

/** Monitors note every few seconds up to when they watched. */
const lateMs = 60_000;

/** Rejects while a partition of `samples` was watched before and is not any more: its checks are not looked at. */
export async function checkHealthMonitoring(
  topicLog: Pick<TopicLog, 'lag'>,
  nowMs: number,
): Promise<void> {
  const { group, topic } = consumers.healthChecks;
  const times = (await topicLog.lag(group, topic))
    .map(({ metadata }) => Number(metadata ?? 0))
    .filter(watchedMs => watchedMs > 0);
  const watchedMs = Math.min(...times);
  if (times.length === 0 || nowMs - watchedMs <= lateMs) return;
  const seconds = Math.round((nowMs - watchedMs) / 1000);
  const upTo = new Date(watchedMs).toISOString();
  throw new Error(`health checks are monitored up to ${upTo}, ${seconds} s ago`);
}
