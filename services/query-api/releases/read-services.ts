import { resourceVersionsSql } from '../../../projections/services/resource-versions.ts';
import { knownSql } from '../windows/known-condition.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import type { AskedDeploy, AskedFigures } from './asked.ts';
import { releaseLimits } from './config.ts';
import { versionParameters } from './parameters.ts';
import { spansWithin } from './spans-within.ts';

type Row = { readonly at: number; readonly services: readonly string[] };

/** The deployments, those without services with the ones whose spans named the version after it, in one statement. */
export async function withServices(
  deployments: readonly AskedDeploy[],
  { organization, atMs }: AskedFigures,
  reading: QueryContext,
): Promise<readonly AskedDeploy[]> {
  const parts = deployments.flatMap(({ services, after }, at) =>
    services.length > 0
      ? []
      : [
          `SELECT toUInt32(${at}) AS at, arraySort(groupUniqArray(${releaseLimits.servicesFound})(toString(service))) AS services
           FROM spans WHERE ${spansWithin(after)} ${knownSql(atMs)} AND resource IN (
             SELECT fingerprint FROM (${resourceVersionsSql()}) WHERE version = {version${at}:String})`,
        ],
  );
  if (parts.length === 0) return deployments;
  const parameters = { organization, ...versionParameters(deployments) };
  const rows = await readRows<Row>({ sql: parts.join(' UNION ALL '), parameters }, reading);
  const found = new Map(rows.map(({ at, services }) => [at, services]));
  return deployments.map((each, at) => ({ ...each, services: found.get(at) ?? each.services }));
}
