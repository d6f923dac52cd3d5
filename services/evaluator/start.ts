import type { LogRecord, TopicLog } from '../../platform/topic-log/port.ts';
import { consumers, topics } from '../../schemas/topics.ts';
import { evaluationLimits } from './core/slots.ts';

/**
 * Where an evaluator begins that has no state of a partition: at the first record that may belong to a window of the
 * longest look-back. Found by bisection over the times at which records were appended.
 */
export async function findStart(
  partition: number,
  {
    topicLog,
    clock,
  }: { readonly topicLog: Pick<TopicLog, 'read' | 'lag'>; readonly clock: () => number },
): Promise<number> {
  const { group, topic } = consumers.windows;
  const lag = (await topicLog.lag(group, topic)).find(one => one.partition === partition);
  const sinceMs = clock() - evaluationLimits.keptSeconds * 1000;
  const recordAt = async (offset: number): Promise<LogRecord | undefined> =>
    (await topicLog.read(topics.windows, { partition, offset }, { recordsMax: 1, bytesMax: 1 }))[0];
  let low = (await recordAt(0))?.offset ?? 0;
  let high = lag?.end ?? low;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const record = await recordAt(middle);
    if (record === undefined || record.appendedAtMs >= sinceMs) high = middle;
    else low = middle + 1;
  }
  return low;
}
