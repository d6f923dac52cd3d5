import type { AssignedPartition, LogRecord, TopicLog } from '../topic-log/port.ts';
import { appendDeadLetters, createDeadLetterRateGuard, type DeadLetter } from './dead-letters.ts';
import { openReadWindow, type ReadWindow } from './read-window.ts';
import { openTurns, type TurnLimits, type Turns } from './turns.ts';

/** What became of one record. */
export type StepResult =
  | { readonly kind: 'ok' }
  | { readonly kind: 'dead-letter'; readonly letter: DeadLetter };

export type InTurnsLimits = TurnLimits & {
  /** From the first record that is not processed on, so many may be read and processed ahead of it. */
  readonly aheadMax: number;
  /** Of records that are read and wait for their turn; one more may cross it. */
  readonly waitingBytesMax: number;
  /** How long a read waits for a first record before it looks whether to stop. */
  readonly waitMs: number;
};

export type InTurns = {
  readonly limits: InTurnsLimits;
  readonly ownerOf: (record: LogRecord) => string;
  /** Processes one record; throws a retryable error to leave it where it is. Must be idempotent. */
  readonly step: (record: LogRecord) => Promise<StepResult>;
  readonly topicLog: Pick<TopicLog, 'append'>;
  readonly clock: () => number;
  readonly deadLettered: (letter: DeadLetter) => void;
};

/**
 * Processes the records of a partition in rounds, in which their owners take turns: reads ahead, so that the records of
 * one owner do not delay those that others append after them. Records of one key are processed in the order of the log.
 * After each round it commits the first record that is not processed, and notes which later ones are. A commit goes on
 * beside the next round, so after a crash the records of at most two rounds come again.
 */
export async function inTurns(partition: AssignedPartition, options: InTurns): Promise<void> {
  const settle = openSettle(partition, options);
  const turns = openTurns(options.ownerOf);
  const window = openReadWindow(await partition.committed());
  let committing: Promise<void> | undefined;
  while (!partition.signal.aborted) {
    if (turns.records() === 0) await committing;
    for (const record of await readAhead(partition, window, turns, options.limits))
      turns.add(record);
    const round = turns.take(options.limits);
    await processed(round, partition.signal, async record => {
      await settle(await options.step(record));
      window.settled(record);
    });
    await committing;
    if (partition.signal.aborted) return;
    committing = round.length === 0 ? undefined : partition.commit(window.position());
    // Awaited later: until then it must not count as unhandled.
    committing?.catch(() => undefined);
  }
  await committing;
}

async function readAhead(
  partition: AssignedPartition,
  window: ReadWindow,
  turns: Turns,
  limits: InTurnsLimits,
): Promise<readonly LogRecord[]> {
  const recordsMax = limits.aheadMax - window.length();
  const bytesMax = limits.waitingBytesMax - turns.bytes();
  if (recordsMax <= 0 || bytesMax <= 0) return [];
  const waitMs = turns.records() === 0 ? limits.waitMs : 0;
  return window.add(await partition.read(window.end(), { recordsMax, bytesMax, waitMs }));
}

/** One list beside the other. An error is thrown when none of them goes on any more. */
async function processed(
  lists: readonly (readonly LogRecord[])[],
  signal: AbortSignal,
  step: (record: LogRecord) => Promise<void>,
): Promise<void> {
  const ended = await Promise.allSettled(
    lists.map(async list => {
      for (const record of list) if (!signal.aborted) await step(record);
    }),
  );
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}

function openSettle(
  { topic }: AssignedPartition,
  { topicLog, clock, deadLettered }: InTurns,
): (result: StepResult) => Promise<void> {
  const share = createDeadLetterRateGuard();
  return async result => {
    share.count(1, result.kind === 'dead-letter' ? 1 : 0);
    if (result.kind === 'ok') return;
    await appendDeadLetters(topic, [result.letter], { topicLog, nowMs: clock() });
    deadLettered(result.letter);
  };
}
