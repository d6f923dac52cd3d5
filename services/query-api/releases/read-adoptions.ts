import { resourceVersionsSql } from '../../../projections/services/resource-versions.ts';
import { knownSql } from '../windows/known-condition.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import type { AskedDeploy, AskedFigures } from './asked.ts';
import { servicesParameters, versionParameters } from './parameters.ts';
import { spansWithin } from './spans-within.ts';

/** Spans of services, and those among them whose resource names the version. */
export type Adoption = { readonly spans: number; readonly ofVersion: number };

type Row = { readonly at: number; readonly spans: string; readonly named: string };

/** How many spans name the version of each deployment, in one statement. */
export async function readAdoptions(
  deployments: readonly AskedDeploy[],
  { organization, atMs }: AskedFigures,
  reading: QueryContext,
): Promise<readonly Adoption[]> {
  const parts = deployments.map(
    ({ adoption }, at) => `
      SELECT toUInt32(${at}) AS at, toString(count()) AS spans, toString(countIf(resource IN (
        SELECT fingerprint FROM (${resourceVersionsSql()}) WHERE version = {version${at}:String}))) AS named
      FROM spans WHERE ${spansWithin(adoption)} AND service IN {services${at}:Array(String)} ${knownSql(atMs)}`,
  );
  const parameters = {
    organization,
    ...servicesParameters(deployments),
    ...versionParameters(deployments),
  };
  const sql = parts.join(' UNION ALL ');
  const rows = await readRows<Row>({ sql, parameters }, reading);
  const found = new Map(rows.map(row => [row.at, row]));
  return deployments.map((_, at) => ({
    spans: Number(found.get(at)?.spans ?? 0),
    ofVersion: Number(found.get(at)?.named ?? 0),
  }));
}
