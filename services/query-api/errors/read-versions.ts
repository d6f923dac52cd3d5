import { resourceVersionsSql } from '../../../projections/services/resource-versions.ts';
import type { ErrorGroupId } from '../../../schemas/errors/ids.ts';
import { limits } from '../config.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import { type AskedErrors, ofServices, parametersOf } from './asked.ts';

/** Versions of the service in which each group was seen, in the order in which it was first seen in them, in one statement. */
export async function readErrorVersions(
  ids: readonly ErrorGroupId[],
  asked: AskedErrors,
  reading: QueryContext,
): Promise<ReadonlyMap<ErrorGroupId, readonly string[]>> {
  const sql = `
    SELECT toString(group_id) AS id, version FROM (
      SELECT group_id, resource, min(time) AS first FROM errors
      WHERE ${ofServices(asked)} AND group_id IN {ids:Array(UUID)}
      GROUP BY group_id, resource) AS seen
    INNER JOIN (
      ${resourceVersionsSql(limits.errorNameCharacters)}
    ) AS named ON named.fingerprint = seen.resource
    GROUP BY group_id, version ORDER BY group_id, min(first), version
    LIMIT ${limits.errorVersionsMax} BY group_id`;
  const parameters = { ...parametersOf(asked), ids };
  type Row = { readonly id: ErrorGroupId; readonly version: string };
  const versions = new Map<ErrorGroupId, string[]>();
  for (const { id, version } of await readRows<Row>({ sql, parameters }, reading))
    versions.set(id, [...(versions.get(id) ?? []), version]);
  return versions;
}
