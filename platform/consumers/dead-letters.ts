import { deadLetterHeaders, deadLetterTopic } from '../../schemas/topics.ts';
import type { LogRecord, TopicLog } from '../topic-log/port.ts';
import { isRetryable, PartitionHalted } from './errors.ts';

export type DeadLetter = {
  readonly record: LogRecord;
  readonly reason: string;
  readonly error: Error;
};

/**
 * Makes a dead letter of a record that threw. Throws the error itself when trying again may help:
 * the record is not at fault then.
 */
export function deadLetter(record: LogRecord, reason: string, error: unknown): DeadLetter {
  if (isRetryable(error)) throw error;
  return { record, reason, error: error instanceof Error ? error : new Error(String(error)) };
}

/**
 * Appends what cannot be processed to the dead-letter topic, with the reason. Appending twice after
 * a crash is harmless: a dead letter is identified by the place of its record.
 */
export async function appendDeadLetters(
  topic: string,
  letters: readonly DeadLetter[],
  { topicLog, nowMs }: { readonly topicLog: Pick<TopicLog, 'append'>; readonly nowMs: number },
): Promise<void> {
  if (letters.length === 0) return;
  await topicLog.append(
    deadLetterTopic(topic),
    letters.map(({ record, reason, error }) => ({
      key: `${topic}-${record.partition}-${record.offset}`,
      value: record.value,
      headers: {
        ...record.headers,
        [deadLetterHeaders.topic]: topic,
        [deadLetterHeaders.partition]: String(record.partition),
        [deadLetterHeaders.offset]: String(record.offset),
        [deadLetterHeaders.reason]: reason,
        [deadLetterHeaders.error]: error.message,
        [deadLetterHeaders.atMs]: String(nowMs),
      },
    })),
  );
}

/** Of the latest `windowRecords` of a partition, more than `shareMax` dead letters halt it. */
export const deadLetterLimits = { shareMax: 0.05, windowRecords: 1_000 } as const;

/**
 * Watches the share of dead letters among the latest records of a partition. Throws
 * `PartitionHalted` before the record is appended that would exceed the limit.
 */
export type DeadLetterRateGuard = { readonly count: (records: number, dead: number) => void };

export function createDeadLetterRateGuard(limits = deadLetterLimits): DeadLetterRateGuard {
  let recent: Counted[] = [];
  return {
    count: (records, dead) => {
      recent.push({ records, dead });
      const total = sum(recent, 'records');
      const letters = sum(recent, 'dead');
      if (letters > limits.shareMax * Math.max(total, limits.windowRecords)) {
        throw new PartitionHalted(
          `${letters} of the last ${total} records cannot be processed; expected at most ${limits.shareMax * 100} % of ${limits.windowRecords} or more`,
        );
      }
      if (total >= limits.windowRecords) recent = recent.slice(-1);
    },
  };
}

type Counted = { readonly records: number; readonly dead: number };

const sum = (list: readonly Counted[], field: keyof Counted): number =>
  list.reduce((total, item) => total + item[field], 0);
