import type { ErrorGroupId } from '../../../schemas/errors/ids.ts';
import { limits } from '../config.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import { type AskedErrors, inRange, ofServices, parametersOf } from './asked.ts';

/** The latest error of a group in the range, and what all of them have in common. No name is that of a column, which conditions would then mean. */
export type GroupTexts = {
  readonly id: ErrorGroupId;
  readonly name: string;
  readonly kind: string;
  readonly shape: string;
  readonly place: string;
  readonly text: string;
  readonly traces: string;
  readonly trace: string;
  readonly span: string;
  readonly action: string;
};

const latest = (column: string): string => `argMax(${column}, (time, errors.trace_id, span_id))`;

const short = (text: string): string => `leftUTF8(${text}, ${limits.errorNameCharacters})`;

/** Of the groups that an answer shows, in one statement. */
export async function readTexts(
  ids: readonly ErrorGroupId[],
  asked: AskedErrors,
  reading: QueryContext,
): Promise<ReadonlyMap<ErrorGroupId, GroupTexts>> {
  const sql = `
    SELECT toString(group_id) AS id, toString(any(service)) AS name, ${short('toString(any(type))')} AS kind, any(pattern) AS shape,
      ${latest('frame')} AS place, ${latest(`leftUTF8(message, ${limits.errorMessageCharacters})`)} AS text,
      toString(uniqExact(errors.trace_id)) AS traces, toString(${latest('errors.trace_id')}) AS trace,
      toString(${latest('span_id')}) AS span, ${short(`toString(${latest('operation')})`)} AS action
    FROM errors WHERE ${ofServices(asked)} AND ${inRange} AND group_id IN {ids:Array(UUID)}
    GROUP BY group_id`;
  const parameters = { ...parametersOf(asked), ids };
  const rows = await readRows<GroupTexts>({ sql, parameters }, reading);
  return new Map(rows.map(row => [row.id, row]));
}
