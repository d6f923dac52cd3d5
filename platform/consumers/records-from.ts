import type { LogRecord, PartitionOffset, ReadLimits, TopicLog } from '../topic-log/port.ts';

/** The records of a partition from a place up to an offset, or to its present end, a page at a time. */
export async function* recordsFrom(
  topic: string,
  { partition, offset: from }: PartitionOffset,
  {
    end = Number.POSITIVE_INFINITY,
    ...limits
  }: Omit<ReadLimits, 'waitMs'> & { readonly end?: number },
  topicLog: Pick<TopicLog, 'read'>,
): AsyncIterable<LogRecord> {
  for (let offset = from; offset < end; ) {
    const records = await topicLog.read(topic, { partition, offset }, limits);
    const last = records.at(-1);
    if (last === undefined) return;
    yield* records;
    offset = last.offset + 1;
  }
}
