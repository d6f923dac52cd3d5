import { startConsumer } from '../../platform/consumers/consume.ts';
import { deadLetter } from '../../platform/consumers/dead-letters.ts';
import { inTurns, type StepResult } from '../../platform/consumers/in-turns.ts';
import type { EventStore } from '../../platform/event-store/port.ts';
import type { Running } from '../../platform/lifecycle.ts';
import type { Log } from '../../platform/log.ts';
import type { LogRecord, TopicLog } from '../../platform/topic-log/port.ts';
import { commandHeaders, parseCommand } from '../../schemas/commands/record.ts';
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

/**
 * Decides commands, one partition beside the other. In a partition, organizations take turns, and commands about one
 * thing are decided in the order of the topic.
 */
export function startDecider(dependencies: Dependencies): Promise<Running> {
  const { topicLog, log, now: clock = Date.now } = dependencies;
  return startConsumer({
    ...consumers.commands,
    ...dependencies,
    run: partition =>
      inTurns(partition, {
        topicLog,
        clock,
        limits: deciderLimits,
        ownerOf: turnOf,
        step: record => decideRecord(record, dependencies),
        deadLettered: ({ record: { partition, offset }, reason, error }) =>
          log.error({ partition, offset, reason, err: error }, 'command dead-lettered'),
      }),
  });
}

/** Records of earlier releases name no turn and share one. */
const turnOf = ({ headers }: LogRecord): string => headers[commandHeaders.turn] ?? '';

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
