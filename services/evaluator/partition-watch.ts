import type { AssignedPartition, TopicLog } from '../../platform/topic-log/port.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { Projections } from '../../projections/engine/run.ts';
import { createAnomalyRestore } from './anomalies-restore.ts';
import { createAnomalyLedger } from './anomaly-ledger.ts';
import { AnomalyWatch } from './core/anomalies/watch.ts';
import { endOf } from './start.ts';
import type { PartitionStore } from './store.ts';

type Watching = {
  readonly topicLog: Pick<TopicLog, 'read' | 'lag'>;
  readonly projections: Pick<Projections, 'barrier' | 'list'>;
  readonly warehouse: Pick<Warehouse, 'insertColumns'>;
};

/**
 * The watch over the services of a partition, with the scores that it writes and the anomalies that go on.
 *  partitions  of `windows`
 */
export async function openWatch(
  { partition, signal }: Pick<AssignedPartition, 'partition' | 'signal'>,
  partitions: number,
  { wholeFrom, ...store }: PartitionStore & { readonly wholeFrom: number },
  { topicLog, projections, warehouse }: Watching,
) {
  const scores = createAnomalyLedger({ partition, warehouse });
  // A former owner cannot have read more than there is by now.
  const place = { partition, partitions, offset: await endOf(partition, { topicLog }) };
  const { anomalies } = store;
  const { decided, restore } = createAnomalyRestore(place, { projections, anomalies, signal });
  const watch = new AnomalyWatch({ ...store, onScored: scores.add, wholeFrom });
  return { watch, decided, restore, write: scores.write };
}
