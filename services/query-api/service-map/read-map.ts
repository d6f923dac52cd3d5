import type { OrganizationId } from '../../../schemas/ids.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import type { OfOrganization } from '../windows/window-rows.ts';
import { serviceMapLimits } from './config.ts';
import { type FigureRow, figuresSql } from './figures.ts';
import { type MapRange, rowsIn } from './sources.ts';

export type AskedMap = {
  readonly organization: OrganizationId;
  readonly range: MapRange;
  /** Only edges of which it is an end. */
  readonly service: string | undefined;
  /** The only services that are shown; undefined: all. */
  readonly own: readonly string[] | undefined;
};

export type EdgeRow = FigureRow & {
  readonly caller: string;
  readonly type: string;
  readonly callee: string;
  readonly caller_errors: string;
};

/** The edges with the most calls. */
export const readEdges = (asked: AskedMap, reading: QueryContext): Promise<EdgeRow[]> =>
  readRows<EdgeRow>(
    {
      sql: `${figuresSql(
        `SELECT caller, callee_type, callee, sum(n) AS total, sum(errors) AS failures,
                sum(caller_errors) AS caller_failures, sumMap(hist) AS bars
         FROM ${edgesOf(asked, 'caller, callee_type, callee, n, errors, caller_errors, hist', isKnown)}
         GROUP BY caller, callee_type, callee`,
        'caller, callee_type AS type, callee, toString(caller_failures) AS caller_errors',
      )} WHERE total > 0
         ORDER BY total DESC, caller, callee_type, callee LIMIT ${serviceMapLimits.edgesMax}`,
      parameters: parametersOf(asked),
    },
    reading,
  );

export type TargetRow = FigureRow & {
  readonly type: string;
  readonly name: string;
  /** Targets in all, of which these rows are some. */
  readonly nodes: string;
};

/** The databases, queues and hosts with the most calls. */
export const readTargets = (asked: AskedMap, reading: QueryContext): Promise<TargetRow[]> =>
  readRows<TargetRow>(
    {
      sql: `${figuresSql(
        `SELECT callee_type, callee, sum(n) AS total, sum(errors) AS failures, sumMap(hist) AS bars
         FROM ${edgesOf(asked, 'callee_type, callee, n, errors, hist', `${isKnown} AND callee_type != 'service'`)}
         GROUP BY callee_type, callee HAVING total > 0`,
        'callee_type AS type, callee AS name, toString(count() OVER ()) AS nodes',
      )} ORDER BY total DESC, callee_type, callee LIMIT ${serviceMapLimits.nodesMax}`,
      parameters: parametersOf(asked),
    },
    reading,
  );

export type MapTotals = {
  readonly edges: string;
  readonly calls: string;
  readonly others: string;
  readonly callers: string;
  readonly callees: string;
};

/** What the edges add up to, and the ends of calls that are not joined. */
export async function readTotals(asked: AskedMap, reading: QueryContext): Promise<MapTotals> {
  const [row] = await readRows<MapTotals>(
    {
      sql: `SELECT toString(countIf(total > 0 AND ${isKnown})) AS edges,
                   toString(sumIf(total, ${isKnown})) AS calls,
                   toString(countIf(total > 0 AND caller = '(other)' AND callee = '(other)')) AS others,
                   toString(sumIf(total, callee_type = '')) AS callers,
                   toString(sumIf(total, caller = '')) AS callees
            FROM (SELECT caller, callee_type, callee, sum(n) AS total
                  FROM ${edgesOf(asked, 'caller, callee_type, callee, n', '1')}
                  GROUP BY caller, callee_type, callee)`,
      parameters: parametersOf(asked),
    },
    reading,
  );
  return row ?? { edges: '0', calls: '0', others: '0', callers: '0', callees: '0' };
}

export type ServiceNodeRow = FigureRow & {
  readonly name: string;
  /** Services in all, of which these rows are some. */
  readonly nodes: string;
};

/** The requests of the services with the most; of these alone if some are named. */
export const readServiceNodes = (
  { organization, range }: Pick<AskedMap, 'organization' | 'range'>,
  services: readonly string[] | undefined,
  reading: QueryContext,
): Promise<ServiceNodeRow[]> =>
  readRows<ServiceNodeRow>(
    {
      sql: `${figuresSql(
        `SELECT service, sumIf(n, entry) AS total, sumIf(errors, entry) AS failures, sumMapIf(hist, entry) AS bars
         FROM ${rowsIn('windows', range, {
           columns: 'service, entry, n, errors, hist',
           condition: services === undefined ? '1' : 'service IN {services:Array(String)}',
         })}
         GROUP BY service`,
        'service AS name, toString(count() OVER ()) AS nodes',
      )} ORDER BY total DESC, service LIMIT ${serviceMapLimits.nodesMax}`,
      parameters: { organization, ...(services !== undefined && { services }) },
    },
    reading,
  );

const isKnown = "caller != '' AND callee_type != ''";

function edgesOf({ range, service, own }: AskedMap, columns: string, condition: string): string {
  const ofService =
    "(caller = {service:String} OR (callee_type = 'service' AND callee = {service:String}))";
  const isOwn =
    "(caller = '' OR caller IN {own:Array(String)}) AND (callee_type != 'service' OR callee IN {own:Array(String)})";
  const conditions = [
    condition,
    ...(service === undefined ? [] : [ofService]),
    ...(own === undefined ? [] : [isOwn]),
  ];
  return rowsIn('edges', range, { columns, condition: conditions.join(' AND ') });
}

const parametersOf = ({ organization, service, own }: AskedMap): OfOrganization => ({
  organization,
  ...(service !== undefined && { service }),
  ...(own !== undefined && { own }),
});
