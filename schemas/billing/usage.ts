import type { OrganizationId } from '../ids.ts';
import { type Month, monthEndMs, monthOf, monthStartMs } from './month.ts';
import type { Usage } from './quota.ts';

/** A warehouse for reads of usage, with its own options. */
type Source<Options> = {
  query<Row>(
    sql: string,
    parameters: Readonly<Record<string, unknown>>,
    options: Options,
  ): Promise<Row[]>;
};

/**
 * What some organizations used in a month, exactly, as far as the processor has come. An
 * organization of which there is nothing used nothing. The rows of a trace are merged while they are
 * read, in the order of the key: millions of traces take time, but no memory (`test/bench/quota.ts`).
 */
export async function readMonthlyUsage<Options>(
  organizations: readonly OrganizationId[],
  month: Month,
  warehouse: Source<Options>,
  options: Options,
): Promise<ReadonlyMap<OrganizationId, Usage>> {
  const rows = await warehouse.query<{ id: string; traces: string; bytes: string }>(
    `SELECT toString(owner) AS id, toString(sum(traces)) AS traces, toString(sum(bytes)) AS bytes
     FROM (
       SELECT organization AS owner, count() AS traces, toUInt64(0) AS bytes
       FROM usage FINAL
       WHERE organization IN {organizations:Array(UUID)}
         AND month = toDate(toDateTime({from:UInt32}, 'UTC'))
       GROUP BY owner
       UNION ALL
       SELECT organization AS owner, toUInt64(0) AS traces, sum(bytes) AS bytes
       FROM requests
       WHERE organization IN {organizations:Array(UUID)}
         AND received_at >= toDateTime64({from:UInt32}, 3, 'UTC')
         AND received_at < toDateTime64({to:UInt32}, 3, 'UTC')
       GROUP BY owner
     )
     GROUP BY owner`,
    {
      organizations,
      from: monthStartMs(month) / 1000,
      to: monthEndMs(month) / 1000,
    },
    options,
  );
  const found = new Map(rows.map(row => [row.id, row]));
  return new Map(
    organizations.map(organization => {
      const row = found.get(organization);
      return [organization, { traces: Number(row?.traces ?? 0), bytes: Number(row?.bytes ?? 0) }];
    }),
  );
}

/** Accepted spans end at most so long before and after their receipt. */
const endedSeconds = { before: 7 * 86_400, after: 600 };

/**
 * What an organization had used at an instant of the month in which it lies, of what was in the
 * warehouse by then, to the second. Counts spans, so it reaches back as far as they are kept.
 */
export async function readUsageUntil<Options>(
  organization: OrganizationId,
  atMs: number,
  warehouse: Source<Options>,
  options: Options,
): Promise<Usage> {
  const until = Math.floor(atMs / 1000);
  const from = monthStartMs(monthOf(atMs)) / 1000;
  const received = `organization = {organization:UUID}
    AND received_at >= toDateTime64({from:UInt32}, 3, 'UTC')
    AND received_at <= fromUnixTimestamp64Milli({atMs:Int64}, 'UTC')
    AND known <= toDateTime({until:UInt32}, 'UTC')`;
  const [row] = await warehouse.query<{ traces: string; bytes: string }>(
    `SELECT toString((
       SELECT uniqExact(trace_id) FROM spans
       WHERE ${received} AND bucket >= toDateTime({earliest:UInt32}, 'UTC')
         AND bucket <= toDateTime({latest:UInt32}, 'UTC')
     )) AS traces, toString((SELECT sum(bytes) FROM requests WHERE ${received})) AS bytes`,
    {
      organization,
      atMs,
      from,
      until,
      earliest: from - endedSeconds.before,
      latest: until + endedSeconds.after,
    },
    options,
  );
  return { traces: Number(row?.traces ?? 0), bytes: Number(row?.bytes ?? 0) };
}
