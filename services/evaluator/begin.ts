import { createTicks } from '../../domain/alerts/evaluation/evaluator-time.ts';
import { createReceiving } from '../../domain/alerts/evaluation/outages.ts';
import { createKnownAnomalies } from '../../domain/anomalies/known.ts';
import type { AssignedPartition, TopicLog } from '../../platform/topic-log/port.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { Projections } from '../../projections/engine/run.ts';
import { rebuildAnomalies } from './anomalies-rebuild.ts';
import { restoreLevels } from './anomalies-restore.ts';
import { findStart } from './start.ts';
import type { PartitionStore, Snapshot } from './store.ts';

type Beginning = {
  readonly topicLog: Pick<TopicLog, 'read' | 'lag'>;
  readonly projections: Pick<Projections, 'list'>;
  readonly warehouse: Pick<Warehouse, 'query'>;
  readonly clock: () => number;
  readonly observer: {
    /** The histories of so many services of a partition were rebuilt from their scores. */
    readonly onRebuilt: (partition: number, series: number) => void;
  };
};

/**
 * The state of a partition of which this process has none: the log tells the last day, and the scores what was usual
 * before it.
 *  partitions  of `windows`
 */
export async function begin(
  { partition, signal }: Pick<AssignedPartition, 'partition' | 'signal'>,
  partitions: number,
  { anomalies }: Pick<PartitionStore, 'anomalies'>,
  beginning: Beginning,
): Promise<Snapshot> {
  const { projections, warehouse, observer } = beginning;
  const { offset, wholeFrom } = await findStart(partition, beginning);
  if (wholeFrom > 0) {
    const place = { partition, partitions };
    const series = await rebuildAnomalies(
      { ...place, wholeFrom },
      { warehouse, anomalies, signal },
    );
    await restoreLevels(place, { projections, anomalies });
    observer.onRebuilt(partition, series);
  }
  const [ticks, receiving] = [createTicks(), createReceiving()];
  const knownAnomalies = createKnownAnomalies(offset);
  const [sources, held] = [new Map(), new Map()];
  return { offset, ticks, sources, receiving, knownAnomalies, wholeFrom, held };
}
