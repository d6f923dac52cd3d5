import { type Month, monthEndMs, monthOf, monthStartMs } from '../../schemas/billing/month.ts';
import type { Usage } from '../../schemas/billing/quota.ts';
import { type BytesByKind, noBytes } from '../../schemas/billing/stored.ts';
import type { OrganizationId } from '../../schemas/ids.ts';

/** A warehouse for reads of usage, with its own options. */
type Source<Options> = {
  query<Row>(
    sql: string,
    parameters: Readonly<Record<string, unknown>>,
    options: Options,
  ): Promise<Row[]>;
};

/** What was used, and which bytes. */
export type UsageByKind = Usage & { readonly bytesByKind: BytesByKind };

const noUsage: UsageByKind = { traces: 0, bytes: 0, bytesByKind: noBytes };

/** With the events of the same month, which are in no warehouse. */
export const withChanges = (usage: UsageByKind, changes = 0): UsageByKind => ({
  ...usage,
  bytes: usage.bytes + changes,
  bytesByKind: { ...usage.bytesByKind, changes },
});

/** Traces have no kind. */
type UsageRow = {
  readonly id: string;
  readonly kind: string;
  readonly traces: string;
  readonly bytes: string;
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
): Promise<ReadonlyMap<OrganizationId, UsageByKind>> {
  const rows = await warehouse.query<UsageRow>(
    `SELECT toString(usage.organization) AS id, '' AS kind, toString(count()) AS traces, '0' AS bytes
     FROM usage FINAL
     WHERE organization IN {organizations:Array(UUID)}
       AND month = toDate(toDateTime({from:UInt32}, 'UTC'))
     GROUP BY usage.organization
     UNION ALL
     SELECT toString(requests.organization), toString(requests.kind), '0', toString(sum(requests.bytes))
     FROM requests
     WHERE organization IN {organizations:Array(UUID)}
       AND received_at >= toDateTime64({from:UInt32}, 3, 'UTC')
       AND received_at < toDateTime64({to:UInt32}, 3, 'UTC')
     GROUP BY requests.organization, requests.kind`,
    {
      organizations,
      from: monthStartMs(month) / 1000,
      to: monthEndMs(month) / 1000,
    },
    options,
  );
  return new Map(
    organizations.map(organization => [
      organization,
      summed(rows.filter(({ id }) => id === organization)),
    ]),
  );
}

/** Bytes of kinds that this version does not know count as well. */
const summed = (rows: readonly Omit<UsageRow, 'id'>[]): UsageByKind =>
  rows.reduce(
    ({ traces, bytes, bytesByKind }, row) => ({
      traces: traces + Number(row.traces),
      bytes: bytes + Number(row.bytes),
      bytesByKind: Object.hasOwn(bytesByKind, row.kind)
        ? { ...bytesByKind, [row.kind]: Number(row.bytes) }
        : bytesByKind,
    }),
    noUsage,
  );

/** Counted spans end at most so long before and after their receipt: a week before, and as long as they were parked. */
const endedSeconds = { before: 14 * 86_400, after: 600 };

/**
 * What an organization had used at an instant of the month in which it lies, of what was in the
 * warehouse by then, to the second. Counts spans, so it reaches back as far as they are kept.
 */
export async function readUsageUntil<Options>(
  organization: OrganizationId,
  atMs: number,
  warehouse: Source<Options>,
  options: Options,
): Promise<UsageByKind> {
  const until = Math.floor(atMs / 1000);
  const from = monthStartMs(monthOf(atMs)) / 1000;
  const received = `organization = {organization:UUID}
    AND received_at >= toDateTime64({from:UInt32}, 3, 'UTC')
    AND received_at <= fromUnixTimestamp64Milli({atMs:Int64}, 'UTC')
    AND known <= toDateTime({until:UInt32}, 'UTC')`;
  const rows = await warehouse.query<UsageRow>(
    `SELECT '' AS kind, toString(uniqExact(trace_id)) AS traces, '0' AS bytes
     FROM spans
     WHERE ${received} AND bucket >= toDateTime({earliest:UInt32}, 'UTC')
       AND bucket <= toDateTime({latest:UInt32}, 'UTC')
     UNION ALL
     SELECT toString(requests.kind), '0', toString(sum(requests.bytes))
     FROM requests WHERE ${received} GROUP BY requests.kind`,
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
  return summed(rows);
}
