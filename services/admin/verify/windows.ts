import { spanSql } from '../../../schemas/window-sql.ts';
import { hoursOf, inHour } from './hours.ts';
import { type Inspection, readsOf } from './inspection.ts';
import { persisting } from './persisting.ts';

/** Windows of ten seconds hold exactly the spans, and those of an hour the same. An hour of event time at once. */
export const inspectWindows: Inspection = async (context, given) => {
  const { findings, tell, signal } = given;
  const ask = readsOf(context, signal);
  const hours = await hoursOf(context, given, signal);
  for (const [index, hour] of hours.entries()) {
    tell(index, hours.length);
    for (const [sql, what] of comparisons) {
      const read = async () => (await ask<Difference>(sql, hour)).map(row => sentenceOf(row, what));
      for (const sentence of await persisting(read, context, signal)) findings.fault(sentence);
    }
    const [counted] = await ask<{ windows: string }>(countSql, hour);
    findings.checked(Number(counted?.windows ?? 0));
  }
};

type Difference = {
  readonly organization: string;
  readonly service: string;
  readonly operation: string;
  readonly entry: boolean;
  readonly at: string;
  readonly left: string;
  readonly right: string;
};

const sentenceOf = (row: Difference, [left, right]: readonly [string, string]): string =>
  `${row.service}${row.operation === '' ? '' : `, ${row.operation}`}, ${row.entry ? 'requests' : 'inner spans'} of ${row.at}, organization ${row.organization}: ${left} ${row.left}, ${right} ${row.right}`;

/** A number that equal histograms have, and that sums of histograms have as the sum of theirs. */
const shapeOf = (hist: string): string =>
  `sum(arraySum((bucket, count) -> cityHash64(bucket) * count, mapKeys(${hist}), mapValues(${hist})))`;

/** Of both sides: how many, how many errors, and the shape of the histogram. */
const figures = (side: 'left' | 'right'): string =>
  `concat(toString(sumIf(n, side = '${side}')), ' with ', toString(sumIf(errors, side = '${side}')), ' errors and shape ', toString(sumIf(shape, side = '${side}')))`;

const compared = (left: string, right: string): string => `
  SELECT toString(owner) AS organization, name AS service, operation, entry, toString(slot) AS at,
         ${figures('left')} AS left, ${figures('right')} AS right
  FROM (${left} UNION ALL ${right})
  GROUP BY owner, name, operation, entry, slot
  HAVING left != right
  ORDER BY slot LIMIT 1000`;

const ofTable = (side: string, table: string, slot: string, operation: string): string => `
  SELECT '${side}' AS side, organization AS owner, service AS name, ${operation} AS operation, entry,
         ${slot} AS slot, sum(${table}.n) AS n, sum(${table}.errors) AS errors, ${shapeOf('hist')} AS shape
  FROM ${table}
  WHERE ${inHour('time')}
  GROUP BY owner, name, operation, entry, slot`;

/** Names beyond a limit count as \`(other)\` in windows, so operations are summed. */
const ofSpans = `
  SELECT 'right' AS side, organization AS owner, service AS name, '' AS operation, ${spanSql.entry} AS entry,
         ${spanSql.slot} AS slot, count() AS n, countIf(status = ${spanSql.errorStatus}) AS errors,
         sum(cityHash64(${spanSql.bucket})) AS shape
  FROM spans
  WHERE ${inHour('spans.bucket')}
  GROUP BY owner, name, operation, entry, slot`;

const comparisons = [
  [compared(ofTable('left', 'windows', 'time', "''"), ofSpans), ['in windows', 'in spans']],
  [
    compared(
      ofTable('left', 'windows', 'toStartOfHour(time)', 'operation'),
      ofTable('right', 'windows_1h', 'time', 'operation'),
    ),
    ['in windows of ten seconds', 'in those of an hour'],
  ],
] as const satisfies readonly (readonly [string, readonly [string, string]])[];

const countSql = `
  SELECT toString(uniqExact(organization, service, operation, entry, time)) AS windows FROM windows
  WHERE ${inHour('time')}`;
