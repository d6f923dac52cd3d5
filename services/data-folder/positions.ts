import { join } from 'node:path';
import { FolderDamaged, unlessUnavailable } from '../../platform/errors.ts';
import type { EventStore } from '../../platform/event-store/port.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { meteredConsumers } from '../../schemas/topics.ts';
import { intentFromBatchName, sourceName } from '../processor/core/range.ts';
import { batchTableNames } from '../processor/core/tables.ts';
import { lastCommittedMarker } from '../processor/insert/insert.ts';

/** Throws `FolderDamaged` where read models have seen events that the store has not: they would show what never happened. */
export async function assertEventsReach(
  readUpTo: number,
  folder: string,
  eventStore: Pick<EventStore, 'head'>,
): Promise<void> {
  const head = await eventStore.head();
  if (readUpTo > head)
    throw new FolderDamaged(
      `${join(folder, 'events/data.mdb')} ends at event ${head}, and the read models have seen event ${readUpTo}`,
    );
}

/**
 * Throws `FolderDamaged` where the warehouse has records that the log has not: it would give out their offsets for a
 * second time, and what it accepts under them would never be counted. A warehouse that is away is not looked at.
 */
export async function assertLogReaches(
  folder: string,
  engines: { readonly topicLog: TopicLog; readonly warehouse: Warehouse },
): Promise<void> {
  for (const { source, end, written } of (await offsets(engines).catch(unlessUnavailable)) ?? [])
    if (written >= end)
      throw new FolderDamaged(
        `${join(folder, 'log/data.mdb')} ends before record ${end} of ${source}, and the warehouse has record ${written}`,
      );
}

async function offsets({
  topicLog,
  warehouse,
}: {
  readonly topicLog: TopicLog;
  readonly warehouse: Warehouse;
}): Promise<readonly { source: string; end: number; written: number }[]> {
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
