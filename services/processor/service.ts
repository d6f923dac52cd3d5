import { startConsumer } from '../../platform/consumers/consume.ts';
import type { Running } from '../../platform/lifecycle.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics/registry.ts';
import { topics, warehouseConsumers } from '../../schemas/topics.ts';
import { createBatchPool } from './batches/batch-pool.ts';
import type { ProcessorObserver } from './batches/write-batch.ts';
import { runBlobGarbageCollection } from './blobs/garbage-collection.ts';
import { openFolds } from './decode/open.ts';
import { type ProcessorDependencies, processPartition } from './partition.ts';
import { createMetricPipeline } from './pipelines/metrics.ts';
import type { TelemetryPipeline } from './pipelines/pipeline.ts';
import { samplePipeline } from './pipelines/samples.ts';
import { createSpanPipeline } from './pipelines/spans.ts';
import { startTicks, type Ticks } from './publish/ticks.ts';

export type ProcessorOptions = Omit<
  ProcessorDependencies,
  'watch' | 'pool' | 'tables' | 'build' | 'reached'
> & {
  readonly log: Log;
  readonly metrics: Metrics;
  /** How long the log keeps records. */
  readonly topicsKeptMs: number;
  /** For how long a span that is sent again does not count. */
  readonly resentWithinMs: number;
  /** Told when a partition stops for good, with the sentence for operators. */
  readonly halted: (sentence: string) => void;
};

/** Consumes `spans`, `metrics` and `samples` into the warehouse, one partition beside the other. */
export async function startProcessor(options: ProcessorOptions): Promise<Running> {
  const watch = openWatch(options.log, options.metrics);
  const { onOverflow, ...overflows } = createOverflowCounters(options);
  const { topicLog, warehouse, resentWithinMs } = options;
  const folds = openFolds();
  const signals = [
    createSpanPipeline({ topicLog, warehouse, folds, resentWithinMs, ...overflows }),
    createMetricPipeline({ warehouse, folds, onOverflow }),
    samplePipeline,
  ];
  const ticks = startTicks({ topicLog, failed: watch.ticksUnavailable });
  const running: Running[] = [ticks];
  for (const signal of signals)
    running.push(await startPipeline(signal, { watch, ticks }, options));
  return { stop: async () => void (await Promise.all(running.map(({ stop }) => stop()))) };
}

function startPipeline(
  { topic, group, tables, batchesAtOnce, openDesk, openBuild }: TelemetryPipeline,
  { watch, ticks }: { readonly watch: ProcessorObserver; readonly ticks: Ticks },
  options: ProcessorOptions,
): Promise<Running> {
  const pool = createBatchPool(batchesAtOnce, openDesk);
  return startConsumer({
    ...options,
    group,
    topic,
    run: async partition => {
      const over = new AbortController();
      if (topic === topics.spans && partition.partition === 0) {
        void runBlobGarbageCollection(
          sweeping(options),
          AbortSignal.any([partition.signal, over.signal]),
        );
      }
      try {
        const reached = topic === topics.spans ? ticks.reached : () => undefined;
        const build = openBuild(partition);
        await processPartition(partition, { ...options, tables, build, watch, pool, reached });
      } finally {
        if (topic === topics.spans) ticks.forget(partition.partition);
        over.abort();
      }
    },
  });
}

/** Whoever has the first partition of spans does it for all. */
const sweeping = ({ topicLog, blobStore, clock, topicsKeptMs, log }: ProcessorOptions) => ({
  topicLog,
  blobStore,
  clock,
  keptMs: topicsKeptMs,
  consumers: warehouseConsumers,
  swept: (bodies: number) => log.info({ bodies }, 'bodies that nobody names deleted'),
});

/** Says what of a batch was too much to be told apart. */
function createOverflowCounters({ log, metrics }: Pick<ProcessorOptions, 'log' | 'metrics'>) {
  const series = metrics.counter('tidemark_processor_series_overflow_total');
  const operations = metrics.counter('tidemark_processor_operations_overflow_total');
  const edges = metrics.counter('tidemark_processor_edges_overflow_total');
  return {
    onEdgesOverflow: (count: number): void => {
      edges.add(count);
      log.warn({ windows: count }, 'too many edges of the service map, counted as others');
    },
    onOverflow: (count: number, metric: string): void => {
      series.add(count);
      log.warn({ series: count, metric }, 'too many series, attributes left out');
    },
    onOperationsOverflow: (count: number, service: string): void => {
      operations.add(count);
      log.warn({ operations: count, service }, 'too many operations, counted as others');
    },
  };
}

function openWatch(log: Log, metrics: Metrics): ProcessorObserver {
  const dead = metrics.counter('tidemark_processor_dead_letters_total');
  const spans = metrics.histogram('tidemark_processor_batch_spans');
  const points = metrics.histogram('tidemark_processor_batch_points');
  const samples = metrics.histogram('tidemark_processor_batch_samples');
  const repeats = metrics.counter('tidemark_processor_resent_spans_total');
  const rowsOf = new Map([
    [topics.metrics as string, points],
    [topics.samples, samples],
  ]);
  return {
    batchWritten: batch => {
      (rowsOf.get(batch.topic) ?? spans).record(batch.rows);
      repeats.add(batch.repeats ?? 0);
      log.debug(batch, 'batch written');
    },
    deadLettered: ({ reason, ...range }) => {
      dead.add(1, { reason });
      log.warn({ ...range, reason }, 'message dead-lettered');
    },
    ticksUnavailable: error => log.warn({ err: error }, 'log unavailable, no tick published'),
    warehouseUnavailable: error => log.warn({ err: error }, 'warehouse unavailable, trying again'),
  };
}
