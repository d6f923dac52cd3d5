import { join } from 'node:path';
import { startConsumer } from '../../platform/consumers/consume.ts';
import { readIngestWatermark } from '../../platform/consumers/progress.ts';
import type { Keyring } from '../../platform/keyring/port.ts';
import type { Running } from '../../platform/lifecycle.ts';
import { openDerived } from '../../platform/lmdb/derived.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics/registry.ts';
import { openTurns } from '../../platform/shares/turns.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import { objectiveKey, objectives } from '../../projections/slos/objectives.ts';
import { consumers } from '../../schemas/topics.ts';
import { limits } from './config.ts';
import { openLeads } from './leads.ts';
import { measureRule, type ObjectiveOf } from './measure-rule.ts';
import type { Measuring } from './measures.ts';
import { type EvaluatorDependencies, evaluatePartition } from './partition.ts';
import { openEvaluatorStore } from './store.ts';

export type EvaluatorOptions = Omit<
  EvaluatorDependencies,
  'store' | 'observer' | 'topicLog' | 'leads' | 'measuring'
> & {
  readonly keyring: Pick<Keyring, 'seal'>;
  readonly topicLog: TopicLog;
  readonly configuration: { readonly dataDir: string };
  readonly log: Log;
  readonly metrics: Metrics;
  readonly halted: (sentence: string) => void;
};

/** Evaluates alert rules on the windows that processors publish, one partition beside the other. */
export async function startEvaluator(options: EvaluatorOptions): Promise<Running> {
  const store = await openDerived(
    join(options.configuration.dataDir, 'evaluator'),
    openEvaluatorStore,
    options.log,
  );
  const observer = createObserver(options);
  const leads = openLeads(options);
  const measuring = openMeasuring(options);
  const consumer = await startConsumer({
    ...consumers.windows,
    topicLog: options.topicLog,
    log: options.log,
    halted: options.halted,
    run: partition =>
      evaluatePartition(partition, { ...options, store, observer, leads, measuring }),
  });
  return {
    stop: async () => {
      await consumer.stop();
      await store.close();
    },
  };
}

function openMeasuring(options: EvaluatorOptions): Measuring {
  const { topicLog, warehouse, projections, clock, log } = options;
  const objectiveOf: ObjectiveOf = async (organizationId, id, signal) => {
    await projections.barrier(signal);
    return projections.get(objectives, objectiveKey(organizationId, id))?.objective;
  };
  return {
    topicLog,
    log,
    measure: (asked, signal) => measureRule(asked, { warehouse, objectiveOf, signal }),
    measuredUpToMs: async of =>
      (await readIngestWatermark({ topicLog, clock, ...consumers[of] })).watermarkMs,
    turns: openTurns({
      what: 'measures of rules',
      runningMax: limits.measuresAtOnceMax,
      ownRunningMax: limits.measuresAtOnceOfOneMax,
      waitingMax: limits.measuresQueuedMax,
    }),
  };
}

function createObserver({
  log,
  metrics,
  clock,
}: Pick<EvaluatorOptions, 'log' | 'metrics' | 'clock'>): EvaluatorDependencies['observer'] {
  const times = new Map<number, number>();
  metrics.gauge('tidemark_evaluator_lag_seconds', () =>
    // Before its first tick a partition has no time.
    [...times]
      .filter(([, timeMs]) => timeMs > 0)
      .map(([partition, timeMs]) => ({
        labels: { partition: String(partition) },
        value: Math.max(0, clock() - timeMs) / 1000,
      })),
  );
  const evaluations = metrics.counter('tidemark_evaluator_evaluations_total');
  return {
    onEvaluated: () => evaluations.add(1, { cause: 'time' }),
    onDeltaEvaluated: () => evaluations.add(1, { cause: 'delta' }),
    onUnknown: () => undefined,
    onOverlap: ({ source, first, last }) =>
      log.error({ source, first, last }, 'window delta overlaps one that was applied, skipped'),
    onDeadLetter: ({ record: { partition, offset }, reason, error }) =>
      log.error({ partition, offset, reason, err: error }, 'window delta dead-lettered'),
    onAdvanced: (partition, timeMs) => times.set(partition, timeMs),
    onLost: partition => times.delete(partition),
    onRebuilt: (partition, series) =>
      log.info({ partition, series }, 'histories of services were rebuilt from their scores'),
  };
}
