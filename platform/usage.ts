import type { OrganizationId } from '../schemas/ids.ts';
import { type Month, monthEndMs, monthStartMs } from '../schemas/month.ts';
import type { Usage } from '../schemas/quota.ts';
import type { QueryOptions, QueryParameters } from './warehouse/port.ts';

type Source<Options> = {
  query<Row>(sql: string, parameters: QueryParameters, options: Options): Promise<Row[]>;
};

/**
 * What some organizations used in a month, exactly, as far as the processor has come. An
 * organization of which there is nothing used nothing. The rows of a trace are merged while they are
 * read, in the order of the key: millions of traces take time, but no memory (`test/bench/quota.ts`).
 */
export async function readUsage<Options extends QueryOptions>(
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
