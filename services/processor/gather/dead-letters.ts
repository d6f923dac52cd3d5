import type { LogRecord, TopicLog } from '../../../platform/topic-log/port.ts';
import { deadLetterHeaders, deadLetterTopic } from '../../../schemas/topics.ts';
import { limits } from '../config.ts';
import type { BatchRange } from '../core/range.ts';

/** Records of a range that were put aside before, by offset, with the reasons. */
export type AlreadyDeadLettered = ReadonlyMap<number, string>;

/**
 * What was put aside when this batch was formed before its owner died. It stays aside although it
 * might be read by now: some tables may have the batch without it. An operator sends it again.
 */
export async function readDeadLetteredOffsets(
  range: BatchRange,
  { topicLog }: { readonly topicLog: TopicLog },
): Promise<AlreadyDeadLettered> {
  const topic = deadLetterTopic(range.topic);
  const aside = new Map<number, string>();
  const partitions = await topicLog.partitions(topic);
  for (let partition = 0; partition < partitions; partition++) {
    for await (const { headers } of recordsOf(topic, partition, topicLog)) {
      const offset = Number(headers[deadLetterHeaders.offset]);
      if (headers[deadLetterHeaders.partition] !== String(range.partition)) continue;
      if (offset < range.first || offset > range.last) continue;
      aside.set(offset, headers[deadLetterHeaders.reason] ?? '');
    }
  }
  return aside;
}

async function* recordsOf(
  topic: string,
  partition: number,
  topicLog: TopicLog,
): AsyncIterable<LogRecord> {
  const { readRecordsMax: recordsMax, readBytesMax: bytesMax } = limits;
  for (let offset = 0; ; ) {
    const records = await topicLog.read(topic, { partition, offset }, { recordsMax, bytesMax });
    const last = records.at(-1);
    if (last === undefined) return;
    yield* records;
    offset = last.offset + 1;
  }
}
