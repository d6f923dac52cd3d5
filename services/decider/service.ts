import type { EventStore } from '../../platform/event-store/port.ts';
import type { Running } from '../../platform/lifecycle.ts';
import type { Log } from '../../platform/log.ts';
import type { AssignedPartition, LogRecord, TopicLog } from '../../platform/topic-log/port.ts';
import type { Command } from '../../schemas/commands/command.ts';
import { parseCommand } from '../../schemas/commands/record.ts';
import { topics } from '../../schemas/topics.ts';
import { deciderLimits } from './config.ts';
import { type DeadLetters, openDeadLetters } from './dead-letters.ts';
import { handleCommand } from './handle.ts';

type Dependencies = {
  readonly topicLog: TopicLog;
  readonly eventStore: EventStore;
  readonly log: Log;
  readonly now?: () => number;
};

export const deciderGroup = 'decider';

/** Decides commands in the order of their topic, one partition beside the other. */
export function startDecider({
  topicLog,
  eventStore,
  log,
  now = Date.now,
}: Dependencies): Promise<Running> {
  const deadLetters = openDeadLetters({ topicLog, log, now });
  return topicLog.consume({
    group: deciderGroup,
    topic: topics.commands,
    run: partition => decidePartition(partition, { eventStore, deadLetters }),
    failed: (error, { topic, partition }) =>
      log.warn({ topic, partition, err: error }, 'partition given up, to be taken again'),
  });
}

type PartitionDependencies = {
  readonly eventStore: EventStore;
  readonly deadLetters: DeadLetters;
};

async function decidePartition(
  partition: AssignedPartition,
  dependencies: PartitionDependencies,
): Promise<void> {
  let offset = (await partition.committed())?.offset ?? 0;
  while (!partition.signal.aborted) {
    const records = await partition.read(offset, deciderLimits);
    for (const record of records) {
      if (partition.signal.aborted) return;
      await decideRecord(record, dependencies);
      offset = record.offset + 1;
    }
    if (records.length > 0) await partition.commit({ offset, metadata: '' });
  }
}

/** An error that trying again can help with leaves the record where it is and gives up the partition. */
async function decideRecord(
  record: LogRecord,
  { eventStore, deadLetters }: PartitionDependencies,
): Promise<void> {
  const command = parseOrReason(record);
  if (command instanceof Error) return deadLetters.put(record, 'malformed', command);
  try {
    await handleCommand(command, { eventStore });
    deadLetters.passed();
  } catch (error) {
    if (isOperational(error)) throw error;
    await deadLetters.put(record, 'failed', error);
  }
}

function parseOrReason(record: LogRecord): Command | Error {
  try {
    return parseCommand(record.value, record.headers);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const isOperational = (error: unknown): boolean => error instanceof Error && 'retryable' in error;
