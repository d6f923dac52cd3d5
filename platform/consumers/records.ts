import type { AssignedPartition, LogRecord, ReadLimits, TopicLog } from '../topic-log/port.ts';
import { appendDeadLetters, createDeadLetterRateGuard, type DeadLetter } from './dead-letters.ts';

/** What became of one record. */
export type StepResult =
  | { readonly kind: 'ok' }
  | { readonly kind: 'dead-letter'; readonly letter: DeadLetter };

export type EachRecord = {
  readonly limits: ReadLimits;
  /** Processes one record; throws a retryable error to leave it where it is. Must be idempotent. */
  readonly step: (record: LogRecord) => Promise<StepResult>;
  readonly topicLog: Pick<TopicLog, 'append'>;
  readonly clock: () => number;
  readonly deadLettered: (letter: DeadLetter) => void;
};

/**
 * Processes the records of a partition one by one, in order, and commits after each read. A record
 * may come again after a crash.
 */
export async function eachRecord(partition: AssignedPartition, options: EachRecord): Promise<void> {
  const settle = openSettle(partition, options);
  let offset = (await partition.committed())?.offset ?? 0;
  while (!partition.signal.aborted) {
    const records = await partition.read(offset, options.limits);
    for (const record of records) {
      if (partition.signal.aborted) return;
      await settle(await options.step(record));
      offset = record.offset + 1;
    }
    if (records.length > 0) await partition.commit({ offset, metadata: '' });
  }
}

function openSettle(
  { topic }: AssignedPartition,
  { topicLog, clock, deadLettered }: EachRecord,
): (result: StepResult) => Promise<void> {
  const share = createDeadLetterRateGuard();
  return async result => {
    share.count(1, result.kind === 'dead-letter' ? 1 : 0);
    if (result.kind === 'ok') return;
    await appendDeadLetters(topic, [result.letter], { topicLog, nowMs: clock() });
    deadLettered(result.letter);
  };
}
