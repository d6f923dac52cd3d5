import { startConsumer } from '../../platform/consumers/consume.ts';
import { deadLetter } from '../../platform/consumers/dead-letters.ts';
import { eachRecord, type StepResult } from '../../platform/consumers/records.ts';
import type { EventStore } from '../../platform/event-store/port.ts';
import type { Running } from '../../platform/lifecycle.ts';
import type { Log } from '../../platform/log.ts';
import type { LogRecord, TopicLog } from '../../platform/topic-log/port.ts';
import { parseCommand } from '../../schemas/commands/record.ts';
import { consumers } from '../../schemas/topics.ts';
import { deciderLimits } from './config.ts';
import { handleCommand } from './handle.ts';

type Dependencies = {
  readonly topicLog: TopicLog;
  readonly eventStore: EventStore;
  readonly log: Log;
  readonly now?: () => number;
  readonly halted: (sentence: string) => void;
};

/** Decides commands in the order of their topic, one partition beside the other. */
export function startDecider(dependencies: Dependencies): Promise<Running> {
  const { topicLog, log, now: clock = Date.now } = dependencies;
  return startConsumer({
    ...consumers.commands,
    ...dependencies,
    run: partition =>
      eachRecord(partition, {
        topicLog,
        clock,
        limits: deciderLimits,
        step: record => decideRecord(record, dependencies),
        deadLettered: ({ record: { partition, offset }, reason, error }) =>
          log.error({ partition, offset, reason, err: error }, 'command dead-lettered'),
      }),
  });
}

/** An error that trying again can help with leaves the record where it is and gives up the partition. */
async function decideRecord(
  record: LogRecord,
  { eventStore }: Pick<Dependencies, 'eventStore'>,
): Promise<StepResult> {
  let reason = 'malformed';
  try {
    const command = parseCommand(record.value, record.headers);
    reason = 'failed';
    await handleCommand(command, { eventStore });
    return { kind: 'ok' };
  } catch (error) {
    return { kind: 'dead-letter', letter: deadLetter(record, reason, error) };
  }
}
