import type { LogRecord, TopicLog } from '../../platform/topic-log/port.ts';
import { deadHeaders, deadTopic } from '../../schemas/topics.ts';
import { limits } from './config.ts';
import type { BatchRange } from './core/range.ts';

export type DeadLetter = {
  readonly record: LogRecord;
  readonly reason: string;
  readonly error: Error;
};

/** Too many records cannot be read: that is a bad release or a bad sender, not a bad record. */
export class PartitionHalted extends Error {
  override readonly name = 'PartitionHalted';
  readonly code = 'partition_halted';
  readonly retryable = false;
}

/**
 * Keeps what cannot be processed, with why, where an operator finds it. Appending twice after a
 * crash is harmless: a dead letter is known by the place of its record.
 */
export async function bury(
  topic: string,
  letters: readonly DeadLetter[],
  nowMs: number,
  { topicLog }: { readonly topicLog: TopicLog },
): Promise<void> {
  if (letters.length === 0) return;
  await topicLog.append(
    deadTopic(topic),
    letters.map(({ record, reason, error }) => ({
      key: `${topic}-${record.partition}-${record.offset}`,
      value: record.value,
      headers: {
        ...record.headers,
        [deadHeaders.topic]: topic,
        [deadHeaders.partition]: String(record.partition),
        [deadHeaders.offset]: String(record.offset),
        [deadHeaders.reason]: reason,
        [deadHeaders.error]: error.message,
        [deadHeaders.atMs]: String(nowMs),
      },
    })),
  );
}

/** Records of a range that were put aside before, by offset, with the reasons. */
export type Aside = ReadonlyMap<number, string>;

/**
 * What was put aside when this batch was formed before its owner died. It stays aside although it
 * might be read by now: some tables may have the batch without it. An operator sends it again.
 */
export async function asideBefore(
  range: BatchRange,
  { topicLog }: { readonly topicLog: TopicLog },
): Promise<Aside> {
  const topic = deadTopic(range.topic);
  const aside = new Map<number, string>();
  const partitions = await topicLog.partitions(topic);
  for (let partition = 0; partition < partitions; partition++) {
    for await (const { headers } of recordsOf(topic, partition, topicLog)) {
      const offset = Number(headers[deadHeaders.offset]);
      if (headers[deadHeaders.partition] !== String(range.partition)) continue;
      if (offset < range.first || offset > range.last) continue;
      aside.set(offset, headers[deadHeaders.reason] ?? '');
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

/** Watches the share of dead letters among the last records of a partition. */
export type DeadShare = { readonly count: (records: number, dead: number) => void };

export function openDeadShare(): DeadShare {
  let recent: { records: number; dead: number }[] = [];
  return {
    count: (records, dead) => {
      recent.push({ records, dead });
      const total = sum(recent, 'records');
      const letters = sum(recent, 'dead');
      if (total < limits.deadWindowRecords) return;
      if (letters > limits.deadShareMax * total) {
        throw new PartitionHalted(
          `${letters} of the last ${total} records cannot be processed; expected at most ${limits.deadShareMax * 100} %`,
        );
      }
      recent = recent.slice(-1);
    },
  };
}

const sum = (list: readonly { records: number; dead: number }[], field: 'records' | 'dead') =>
  list.reduce((total, item) => total + item[field], 0);
