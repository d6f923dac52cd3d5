import { untilAborted } from '../async/until-aborted.ts';
import type { Running } from '../lifecycle.ts';
import type { Log } from '../log.ts';
import type { AssignedPartition, TopicLog } from '../topic-log/port.ts';
import { PartitionHalted } from './errors.ts';

export type ConsumerOptions = {
  readonly topicLog: Pick<TopicLog, 'consume'>;
  readonly group: string;
  readonly topic: string;
  readonly log: Log;
  /** Receives one sentence for operators when a partition stops for good. */
  readonly halted: (sentence: string) => void;
  /** Runs while this process owns the partition; an error gives it up, to be assigned again. */
  readonly run: (partition: AssignedPartition) => Promise<void>;
};

/**
 * Joins a consumer group. A run that throws `PartitionHalted` is not repeated: the partition stays
 * owned and idle until the process restarts, so that a faulty release cannot empty the log.
 */
export function startConsumer(options: ConsumerOptions): Promise<Running> {
  const { topicLog, group, topic, log, run } = options;
  return topicLog.consume({
    group,
    topic,
    run: async partition => {
      try {
        await run(partition);
      } catch (error) {
        if (!(error instanceof PartitionHalted)) throw error;
        halt(partition, error, options);
        await untilAborted(partition.signal);
      }
    },
    onFailed: (error, { partition }) =>
      log.warn({ err: error, group, topic, partition }, 'partition given up, to be taken again'),
  });
}

function halt(
  { topic, partition }: AssignedPartition,
  error: PartitionHalted,
  { group, log, halted }: ConsumerOptions,
): void {
  log.fatal({ err: error, group, topic, partition }, 'partition halted');
  halted(`partition ${partition} of ${topic} is halted: ${error.message}`);
}
