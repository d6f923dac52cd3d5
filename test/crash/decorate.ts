import type {
  AssignedPartition,
  ConsumeOptions,
  NewRecord,
  TopicLog,
} from '../../platform/topic-log/port.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { consumers, telemetryHeaders, topics } from '../../schemas/topics.ts';
import type { Platform } from '../../services/open.ts';
import type { Crash } from './crash.ts';
import type { Ownership, Stage } from './point.ts';

const stageOfTopic: Readonly<Record<string, Stage>> = {
  [topics.spans]: 'append',
  [topics.windows]: 'publish',
  [topics.traceArrivals]: 'publish',
};

/** Commands of the evaluator are the only ones of a stage: what it decided before it stored what it knows. */
function stageOf(topic: string, records: readonly NewRecord[]): Stage | undefined {
  const isEvaluated = ({ value }: NewRecord): boolean =>
    Buffer.from(value).includes('"actor":"evaluator"');
  return topic === topics.commands && records.some(isEvaluated) ? 'evaluate' : stageOfTopic[topic];
}

/** What is known of the recovery of all partitions of the processor. */
export type Recovery = {
  readonly assigned: () => void;
  readonly repeats: () => void;
  readonly done: () => void;
  /** Told of the partitions of every group. */
  readonly owned: (ownership: Ownership) => void;
};

/** Puts the crash between the product and its engines, at every place where something is written. */
export function decorate(platform: Platform, crash: Crash, recovery: Recovery): Platform {
  const { topicLog, warehouse, readStore } = platform;
  return {
    ...platform,
    topicLog: decorateLog(topicLog, crash, recovery),
    warehouse: decorateWarehouse(warehouse, crash),
    readStore: {
      ...readStore,
      apply: changes => crash.around('projection', 'apply', () => readStore.apply(changes)),
    },
  };
}

function decorateLog(topicLog: TopicLog, crash: Crash, recovery: Recovery): TopicLog {
  return {
    ...topicLog,
    append: async (topic, records) => {
      const stage = stageOf(topic, records);
      if (stage === undefined) return topicLog.append(topic, records);
      const places = await crash.around(stage, topic, () => topicLog.append(topic, records));
      if (stage === 'append') {
        for (const { headers } of records)
          crash.appended(Number(headers[telemetryHeaders.spans] ?? 0));
      }
      return places;
    },
    consume: options =>
      topicLog.consume(
        telling(
          options.group === consumers.spans.group ? decorateRun(options, crash, recovery) : options,
          recovery,
        ),
      ),
  };
}

const telling = (options: ConsumeOptions, { owned }: Recovery): ConsumeOptions => ({
  ...options,
  run: assigned => {
    const { group } = options;
    const { partition, signal } = assigned;
    owned({ group, partition, isOwned: true });
    const lost = (): void => owned({ group, partition, isOwned: false });
    signal.addEventListener('abort', lost, { once: true });
    return options.run(assigned);
  },
});

const decorateRun = (
  options: ConsumeOptions,
  crash: Crash,
  recovery: Recovery,
): ConsumeOptions => ({
  ...options,
  run: partition => options.run(decoratePartition(partition, crash, recovery)),
});

/**
 * A partition has recovered when it has repeated what it had noted, or found nothing to repeat and
 * begins something new, or waits.
 */
function decoratePartition(
  partition: AssignedPartition,
  crash: Crash,
  recovery: Recovery,
): AssignedPartition {
  const name = `partition ${partition.partition}`;
  let hasRecovered = false;
  let found: string | undefined;
  const recovered = (): void => {
    if (!hasRecovered) recovery.done();
    hasRecovered = true;
  };
  recovery.assigned();
  return {
    ...partition,
    committed: async () => {
      const committed = await crash.around('recovery', name, () => partition.committed());
      found = committed?.metadata;
      if (found) recovery.repeats();
      return committed;
    },
    read: async (offset, limits) => {
      if (hasRecovered) return partition.read(offset, limits);
      const records = await crash.around('recovery', name, () => partition.read(offset, limits));
      if (records.length === 0) recovered();
      return records;
    },
    commit: async committed => {
      const isNote = committed.metadata !== '';
      const isRepeated = isNote && committed.metadata === found;
      if (isNote && !isRepeated) recovered();
      await crash.around(isNote ? 'note' : 'commit', name, () => partition.commit(committed));
      if (!isRepeated) recovered();
    },
  };
}

/** Written beside the pipeline, whose inserts are counted; scores are a stage of their own. */
const besideThePipeline = new Set(['key_uses', 'evaluations']);
const stageOfTable = (table: string): Stage => (table === 'anomaly_scores' ? 'score' : 'insert');

const decorateWarehouse = (warehouse: Warehouse, crash: Crash): Warehouse => ({
  ...warehouse,
  insertColumns: (table, ...rest) =>
    besideThePipeline.has(table)
      ? warehouse.insertColumns(table, ...rest)
      : crash.around(stageOfTable(table), table, () => warehouse.insertColumns(table, ...rest)),
  query: (sql, ...rest) =>
    sql.includes('requests.hash') || sql.includes('batch')
      ? crash.around('recovery', 'query', () => warehouse.query(sql, ...rest))
      : warehouse.query(sql, ...rest),
});
