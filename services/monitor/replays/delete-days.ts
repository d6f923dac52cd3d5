import type { BlobStore } from '../../../platform/blob-store/port.ts';
import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { replayBlobsOfDay } from '../../../schemas/replays/chunk.ts';
import { isUuid } from '../../../schemas/uuid.ts';
import { limits } from '../config.ts';
import type { ExpiredDay } from './expired-days.ts';

export type DayStores = {
  readonly blobStore: Pick<BlobStore, 'list' | 'delete'>;
  readonly warehouse: Pick<Warehouse, 'query' | 'command'>;
};

/** Deletes the contents of the days, and then what is known of them: a row without a content is not shown any more. */
export async function deleteDays(
  days: readonly ExpiredDay[],
  { blobStore, warehouse }: DayStores,
  signal: AbortSignal,
): Promise<void> {
  for (const { day, organizationId } of days)
    for await (const name of blobStore.list(replayBlobsOfDay(day, organizationId))) {
      signal.throwIfAborted();
      await blobStore.delete(name);
    }
  for (const day of new Set(days.map(({ day }) => day))) {
    const of = days.filter(expired => expired.day === day).map(each => each.organizationId);
    await deleteRows(day, of, warehouse, signal);
  }
}

/** Rows lie in a part for each day, so one statement for all organizations writes no other day anew. */
async function deleteRows(
  day: string,
  organizations: readonly string[],
  warehouse: DayStores['warehouse'],
  signal: AbortSignal,
): Promise<void> {
  const partition = Number(day.replaceAll('-', ''));
  const found = await warehouse.query<{ readonly organization: string }>(
    `SELECT DISTINCT toString(organization) AS organization FROM samples
     WHERE organization IN {organizations:Array(UUID)} AND samples.kind = 'replay' AND toYYYYMMDD(time) = {partition:UInt32}`,
    { organizations, partition },
    { signal, maxExecutionMs: limits.queryMsMax },
  );
  // They become part of a statement.
  const ids = found.map(({ organization }) => organization).filter(isUuid);
  if (ids.length === 0) return;
  const listed = ids.map(id => `toUUID('${id}')`).join(', ');
  await warehouse.command(
    `ALTER TABLE samples DELETE IN PARTITION ${partition}
     WHERE kind = 'replay' AND organization IN (${listed}) SETTINGS mutations_sync = 2`,
  );
}
