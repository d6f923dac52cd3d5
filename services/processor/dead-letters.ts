import type { LogRecord, TopicLog } from '../../platform/topic-log/port.ts';
import { deadHeaders, deadTopic } from '../../schemas/topics.ts';
import { limits } from './config.ts';

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

/** Watches the share of dead letters among the last records of a partition. */
export function openDeadShare(): { readonly count: (records: number, dead: number) => void } {
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
