import type { LogRecord, PartitionOffset, TopicLog } from '../../../platform/topic-log/port.ts';
import { consumers, topics } from '../../../schemas/topics.ts';

export type WindowsLog = { readonly topicLog: Pick<TopicLog, 'read' | 'lag'> };

/** The first record of a partition that is kept. */
export const oldestRecord = (partition: number, log: WindowsLog): Promise<LogRecord | undefined> =>
  recordAt({ partition, offset: 0 }, log);

/** Offset that the next record of a partition will get. */
export async function endOf(partition: number, { topicLog }: WindowsLog): Promise<number> {
  const { group, topic } = consumers.windows;
  const lag = (await topicLog.lag(group, topic)).find(one => one.partition === partition);
  return lag?.end ?? 0;
}

/** The first record that was appended at an instant or later, or the end. Found by bisection over these times. */
export async function firstSince(
  partition: number,
  sinceMs: number,
  log: WindowsLog,
): Promise<number> {
  let low = (await oldestRecord(partition, log))?.offset ?? 0;
  let high = Math.max(low, await endOf(partition, log));
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const record = await recordAt({ partition, offset: middle }, log);
    if (record === undefined || record.appendedAtMs >= sinceMs) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The record at a place, or the first one that is kept after it. */
export const recordAt = async (
  place: PartitionOffset,
  { topicLog }: WindowsLog,
): Promise<LogRecord | undefined> =>
  (await topicLog.read(topics.windows, place, { recordsMax: 1, bytesMax: 1 }))[0];
