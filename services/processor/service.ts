import type { Running } from '../../platform/lifecycle.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics/registry.ts';
import { topics } from '../../schemas/topics.ts';
import { limits } from './config.ts';
import { PartitionHalted } from './dead-letters.ts';
import { openFold } from './fold/open.ts';
import { type ProcessorDependencies, runPartition, type Watch } from './partition.ts';
import { openRooms } from './rooms.ts';

export const processorGroup = 'processor';

export type ProcessorOptions = Omit<ProcessorDependencies, 'watch' | 'rooms' | 'fold'> & {
  readonly log: Log;
  readonly metrics: Metrics;
  /** Told when a partition stops for good, with the sentence for operators. */
  readonly halted: (sentence: string) => void;
};

/** Consumes `spans` into the warehouse, one partition beside the other. */
export function startProcessor(options: ProcessorOptions): Promise<Running> {
  const { topicLog, log, metrics, halted } = options;
  const watch = openWatch(log, metrics);
  const rooms = openRooms(limits.batchesAtOnce);
  const fold = openFold();
  return topicLog.consume({
    group: processorGroup,
    topic: topics.spans,
    run: async partition => {
      try {
        await runPartition(partition, { ...options, watch, rooms, fold });
      } catch (error) {
        if (!(error instanceof PartitionHalted)) throw error;
        log.fatal({ err: error, partition: partition.partition }, 'partition halted');
        halted(
          `partition ${partition.partition} of ${partition.topic} is halted: ${error.message}`,
        );
        await ended(partition.signal);
      }
    },
    failed: (error, { topic, partition }) =>
      log.warn({ err: error, topic, partition }, 'partition given up and taken again'),
  });
}

const ended = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

const spansBounds = [1, 10, 100, 1_000, 10_000, 100_000];

function openWatch(log: Log, metrics: Metrics): Watch {
  const dead = metrics.counter({
    name: 'tidemark.processor.dead_letters',
    help: 'Records that could not be processed and were put aside, by reason.',
  });
  const batches = metrics.histogram({
    name: 'tidemark.processor.batch.spans',
    help: 'Spans of a batch.',
    bounds: spansBounds,
  });
  return {
    batchWritten: batch => {
      batches.record(batch.spans);
      log.debug(batch, 'batch written');
    },
    deadLettered: ({ reason, ...range }) => {
      dead.add(1, { reason });
      log.warn({ ...range, reason }, 'message dead-lettered');
    },
    warehouseUnavailable: error => log.warn({ err: error }, 'warehouse unavailable, trying again'),
  };
}
