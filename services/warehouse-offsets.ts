import type { TopicLog } from '../platform/topic-log/port.ts';
import type { Warehouse } from '../platform/warehouse/port.ts';
import { meteredConsumers } from '../schemas/topics.ts';
import type { SourceOffsets } from './data-folder/positions.ts';
import { intentFromBatchName, sourceName } from './processor/core/range.ts';
import { batchTableNames } from './processor/core/tables.ts';
import { lastCommittedMarker } from './processor/insert/insert.ts';

/** Of each partition of telemetry, up to where the log goes and what the warehouse has of it. */
export async function readOffsets({
  topicLog,
  warehouse,
}: {
  readonly topicLog: TopicLog;
  readonly warehouse: Warehouse;
}): Promise<readonly SourceOffsets[]> {
  const lags = await Promise.all(
    meteredConsumers.map(({ group, topic }) => topicLog.lag(group, topic)),
  );
  return Promise.all(
    lags.flat().map(async ({ topic, partition, end }) => {
      const source = sourceName(topic, partition);
      const marker = await lastCommittedMarker(source, batchTableNames, warehouse);
      return { source, end, written: intentFromBatchName(marker)?.last ?? -1 };
    }),
  );
}
