import type { OrganizationId } from '../../../schemas/ids.ts';
import { knownSql } from '../windows/known-condition.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import type { TimeRange } from '../windows/window-rows.ts';

type Asked = {
  readonly organization: OrganizationId;
  readonly range: TimeRange;
  readonly atMs: number | undefined;
};

/** The service whose requests failed most, or else the one with the most requests; undefined without any. */
export async function readWorstService(
  { organization, range, atMs }: Asked,
  reading: QueryContext,
): Promise<string | undefined> {
  const [row] = await readRows<{ name: string }>(
    {
      sql: `SELECT toString(service) AS name FROM windows
            WHERE organization = {organization:UUID} AND entry ${knownSql(atMs)}
              AND time >= toDateTime({from:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC')
            GROUP BY service ORDER BY sum(errors) DESC, sum(n) DESC, service LIMIT 1`,
      parameters: { organization, from: range.fromSeconds, to: range.toSeconds },
    },
    reading,
  );
  return row?.name;
}
