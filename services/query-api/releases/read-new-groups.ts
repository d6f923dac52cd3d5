import type { Range } from '../../../domain/releases/compared.ts';
import { knownSql } from '../windows/known-condition.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import type { AskedDeploy, AskedFigures } from './asked.ts';
import { servicesParameters } from './parameters.ts';

export type NewGroups = { readonly before: number; readonly after: number };

/** How many groups of errors began before and after each deployment, of its services, in one statement. */
export async function readNewGroups(
  deployments: readonly AskedDeploy[],
  { organization, atMs }: AskedFigures,
  reading: QueryContext,
): Promise<readonly NewGroups[]> {
  const counted = (range: (of: AskedDeploy) => Range): string =>
    deployments.map((each, at) => countSql(at, range(each))).join(', ');
  const sql = `
    SELECT [${counted(({ before }) => before)}] AS earlier, [${counted(({ after }) => after)}] AS later FROM (
      SELECT any(service) AS owner, min(toUnixTimestamp64Nano(time)) AS first FROM errors
      WHERE organization = {organization:UUID} AND service IN {services:Array(String)} ${knownSql(atMs)}
      GROUP BY group_id)`;
  const services = [...new Set(deployments.flatMap(each => each.services))];
  const parameters = { organization, services, ...servicesParameters(deployments) };
  type Row = { readonly earlier: readonly string[]; readonly later: readonly string[] };
  const [row] = await readRows<Row>({ sql, parameters }, reading);
  return deployments.map((_, at) => ({
    before: Number(row?.earlier[at] ?? 0),
    after: Number(row?.later[at] ?? 0),
  }));
}

/** A group has one service. */
const countSql = (at: number, { fromSeconds, toSeconds }: Range): string =>
  `countIf(owner IN {services${at}:Array(String)} AND first >= ${fromSeconds}000000000 AND first < ${toSeconds}000000000)`;
