import type { PartitionLag } from '../../platform/topic-log/port.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { type Month, monthEndMs, monthStartMs } from '../../schemas/billing/month.ts';
import { nilOrganization, organizationId } from '../../schemas/ids.ts';
import { limits } from './config.ts';
import type { UsageDelta } from './core/usage-bounds.ts';

/** Up to where each partition of a topic was looked at: the offset after the last record. */
export type Positions = ReadonlyMap<number, number>;

export const positionsOf = (lags: readonly PartitionLag[]): Positions =>
  new Map(lags.map(({ partition, committed }) => [partition, committed]));

export const hasMoved = (before: Positions, now: Positions): boolean =>
  [...now].some(([partition, offset]) => offset > (before.get(partition) ?? 0));

export type GrowthQuery = {
  readonly topic: string;
  readonly month: Month;
  readonly before: Positions;
  /** The processor has committed as far, so the rows of all records before are there. */
  readonly now: Positions;
  /** None of those records was received earlier. Old parts of the table are skipped by it. */
  readonly sinceMs: number;
};

/** What came from whom between two positions of the log: each record counts in one look and no other. */
export async function readUsageDelta(
  { topic, month, before, now, sinceMs }: GrowthQuery,
  { warehouse, signal }: { readonly warehouse: Pick<Warehouse, 'query'>; signal: AbortSignal },
): Promise<readonly UsageDelta[]> {
  const partitions = [...now.keys()];
  const rows = await warehouse.query<{ id: string; spans: string; bytes: string }>(
    `SELECT toString(organization) AS id, toString(sum(requests.spans)) AS spans,
            toString(sum(requests.bytes)) AS bytes
     FROM requests
     WHERE topic = {topic:String} AND organization != {nil:UUID}
       AND received_at >= toDateTime64({since:UInt32}, 3, 'UTC')
       AND received_at < toDateTime64({to:UInt32}, 3, 'UTC')
       AND offset >= transform(partition, {partitions:Array(UInt16)}, {first:Array(UInt64)}, toUInt64(0))
       AND offset < transform(partition, {partitions:Array(UInt16)}, {end:Array(UInt64)}, toUInt64(0))
     GROUP BY organization`,
    {
      topic,
      nil: nilOrganization,
      since: Math.floor(Math.max(monthStartMs(month), sinceMs) / 1000),
      to: monthEndMs(month) / 1000,
      partitions,
      first: partitions.map(partition => before.get(partition) ?? 0),
      end: partitions.map(partition => now.get(partition) ?? 0),
    },
    { signal, maxExecutionMs: limits.queryMsMax },
  );
  return rows.map(({ id, spans, bytes }) => ({
    organizationId: organizationId(id),
    spans: Number(spans),
    bytes: Number(bytes),
  }));
}
