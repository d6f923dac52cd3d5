import type { ErrorGroupId } from '../../../schemas/errors/ids.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import { type AskedErrors, inRange, ofServices, parametersOf } from './asked.ts';

/** Start of a step in seconds, and its errors. */
export type Point = readonly [number, string];

/** Errors of groups by step, in one statement. */
export async function readSeries(
  ids: readonly ErrorGroupId[],
  asked: AskedErrors,
  reading: QueryContext,
): Promise<ReadonlyMap<ErrorGroupId, readonly Point[]>> {
  const { stepSeconds } = asked.steps;
  const sql = `
    SELECT toString(group_id) AS id, arraySort(groupArray((at, n))) AS points FROM (
      SELECT group_id, toUInt32(intDiv(toUnixTimestamp(toDateTime(time, 'UTC')), ${stepSeconds}) * ${stepSeconds}) AS at,
        toString(count()) AS n
      FROM errors WHERE ${ofServices(asked)} AND ${inRange} AND group_id IN {ids:Array(UUID)}
      GROUP BY group_id, at)
    GROUP BY group_id`;
  const parameters = { ...parametersOf(asked), ids };
  type Row = { readonly id: ErrorGroupId; readonly points: readonly Point[] };
  const rows = await readRows<Row>({ sql, parameters }, reading);
  return new Map(rows.map(({ id, points }) => [id, points]));
}
