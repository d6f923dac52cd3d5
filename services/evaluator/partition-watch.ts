import { AnomalyWatch } from '../../domain/anomalies/watch.ts';
import type { AssignedPartition, TopicLog } from '../../platform/topic-log/port.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { endOf } from '../../projections/alerts/replay/windows-log.ts';
import type { Projections } from '../../projections/engine/run.ts';
import { createAnomalyRestore } from './anomalies-restore.ts';
import { createAnomalyLedger } from './anomaly-ledger.ts';
import type { Places } from './places.ts';
import type { PartitionStore, Snapshot } from './store.ts';

type Going = Pick<Snapshot, 'wholeFrom' | 'held'> &
  Pick<PartitionStore, 'windows' | 'anomalies'> & { readonly places: Places };

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
  { places, windows, anomalies, wholeFrom, held }: Going,
  { topicLog, projections, warehouse }: Watching,
) {
  const scores = createAnomalyLedger({ partition, warehouse, places });
  // A former owner cannot have read more than there is by now.
  const place = { partition, partitions, offset: await endOf(partition, { topicLog }) };
  const { decided, restore } = createAnomalyRestore(place, { projections, anomalies, signal });
  const watch = new AnomalyWatch({
    windows,
    anomalies,
    onScored: scores.add,
    wholeFrom,
    held,
  });
  return { watch, decided, restore, write: scores.write };
}
