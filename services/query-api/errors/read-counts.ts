import type { ErrorGroupId } from '../../../schemas/errors/ids.ts';
import { limits } from '../config.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import { type AskedErrors, inRange, ofServices, parametersOf } from './asked.ts';

/** A group with errors in the range: how many, and when it was first and last seen of all that are kept, Unix ns. */
export type GroupCount = {
  readonly id: ErrorGroupId;
  readonly n: number;
  readonly firstNanos: string;
  readonly lastNanos: string;
};

type Row = {
  readonly id: ErrorGroupId;
  readonly n: string;
  readonly first: string;
  readonly last: string;
};

export type GroupCounts = {
  readonly groups: readonly GroupCount[];
  /** False when there are more than are looked at. */
  readonly isWhole: boolean;
};

/** The groups with the most errors in a range, or one of them, in one statement over three short columns. */
export async function readCounts(
  asked: AskedErrors,
  reading: QueryContext,
  id?: ErrorGroupId,
): Promise<GroupCounts> {
  const sql = `
    SELECT toString(group_id) AS id, toString(countIf(${inRange})) AS n,
      toString(toUnixTimestamp64Nano(min(time))) AS first, toString(toUnixTimestamp64Nano(max(time))) AS last
    FROM errors WHERE ${ofServices(asked)} ${id === undefined ? '' : 'AND group_id = {id:UUID}'}
    GROUP BY group_id HAVING countIf(${inRange}) > 0
    ORDER BY countIf(${inRange}) DESC, group_id LIMIT ${limits.errorGroupsMax + 1}`;
  const parameters = { ...parametersOf(asked), ...(id !== undefined && { id }) };
  const rows = await readRows<Row>({ sql, parameters }, reading);
  return {
    groups: rows
      .slice(0, limits.errorGroupsMax)
      .map(({ id, n, first, last }) => ({ id, n: Number(n), firstNanos: first, lastNanos: last })),
    isWhole: rows.length <= limits.errorGroupsMax,
  };
}
