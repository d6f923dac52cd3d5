import type { LogRecord, TopicLog } from '../../platform/topic-log/port.ts';
import { recordVersion } from '../../schemas/topics.ts';
import type { NaiveRecord } from './naive-log.ts';

/** A topic log with the records of one partition, of which retention took those before `start`. */
export function logOfRecords(
  records: readonly NaiveRecord[],
  { start = 0, appendedAtMs = (_: number): number => 0 } = {},
): Pick<TopicLog, 'read' | 'lag'> {
  const recordAt = (offset: number): LogRecord[] => {
    const [found] = records.slice(offset, offset + 1);
    if (found === undefined) return [];
    const { kind, ...said } = found;
    const value = Buffer.from(JSON.stringify(said));
    const headers = { v: recordVersion, kind };
    return [{ partition: 0, offset, key: '', value, headers, appendedAtMs: appendedAtMs(offset) }];
  };
  return {
    read: async (_, { offset }, { recordsMax }) => {
      const from = Math.max(start, offset);
      const count = Math.max(0, Math.min(recordsMax, records.length - from));
      return Array.from({ length: count }, (__, at) => from + at).flatMap(recordAt);
    },
    lag: async (group, topic) => [
      { group, topic, partition: 0, committed: 0, end: records.length },
    ],
  };
}
