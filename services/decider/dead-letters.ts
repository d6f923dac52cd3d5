import type { Log } from '../../platform/log.ts';
import type { LogRecord, TopicLog } from '../../platform/topic-log/port.ts';
import { deadHeaders, deadTopic, topics } from '../../schemas/topics.ts';
import { deciderLimits } from './config.ts';

type Reason = 'malformed' | 'failed';

export type DeadLetters = {
  /** Keeps a record for an operator; throws instead when too many of the latest went this way. */
  readonly put: (record: LogRecord, reason: Reason, error: unknown) => Promise<void>;
  readonly passed: () => void;
};

export function openDeadLetters({
  topicLog,
  log,
  now,
}: {
  topicLog: TopicLog;
  log: Log;
  now: () => number;
}): DeadLetters {
  const budget = openBudget();
  return {
    passed: () => budget.note(false),
    put: async (record, reason, error) => {
      budget.check(error);
      await topicLog.append(deadTopic(topics.commands), [toDead(record, reason, error, now())]);
      budget.note(true);
      const { partition, offset } = record;
      log.error(
        { topic: topics.commands, partition, offset, reason, err: error },
        'command dead-lettered',
      );
    },
  };
}

/** A bad release must not empty the log: past its share of a window nothing more is given up. */
function openBudget() {
  const { deadMax, deadWindow } = deciderLimits;
  let seen = 0;
  let dead = 0;
  return {
    check: (cause: unknown): void => {
      if (dead < deadMax) return;
      throw new Error(`expected at most ${deadMax} dead letters in ${deadWindow} commands`, {
        cause,
      });
    },
    note: (isDead: boolean): void => {
      if (seen === deadWindow) [seen, dead] = [0, 0];
      seen++;
      if (isDead) dead++;
    },
  };
}

const toDead = (record: LogRecord, reason: Reason, error: unknown, atMs: number) => ({
  key: record.key,
  value: record.value,
  headers: {
    ...record.headers,
    [deadHeaders.topic]: topics.commands,
    [deadHeaders.partition]: String(record.partition),
    [deadHeaders.offset]: String(record.offset),
    [deadHeaders.reason]: reason,
    [deadHeaders.error]: error instanceof Error ? error.message : String(error),
    [deadHeaders.atMs]: String(atMs),
  },
});
