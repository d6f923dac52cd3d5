import type { PartitionLag, TopicLog } from '../../../platform/topic-log/port.ts';
import { telemetryHeaders } from '../../../schemas/topics.ts';

const one = { recordsMax: 1, bytesMax: 1 };

/** Offset of the first processed record that was received at an instant or later, found by halving. */
export async function firstSince(
  sinceMs: number,
  { topic, partition, committed }: PartitionLag,
  topicLog: Pick<TopicLog, 'read'>,
): Promise<number> {
  const [oldest] = await topicLog.read(topic, { partition, offset: 0 }, one);
  let from = oldest?.offset ?? committed;
  let to = committed;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const [record] = await topicLog.read(topic, { partition, offset: middle }, one);
    const receivedAtMs = Number(record?.headers[telemetryHeaders.receivedAtMs] ?? sinceMs);
    if (receivedAtMs < sinceMs) from = middle + 1;
    else to = middle;
  }
  return from;
}
