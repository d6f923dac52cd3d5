import { resourceVersionsSql } from '../../../projections/services/resource-versions.ts';
import type { ErrorGroupId } from '../../../schemas/errors/ids.ts';
import { limits } from '../config.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import { type AskedErrors, inRange, ofServices, parametersOf } from './asked.ts';

export type ExampleRow = {
  readonly trace_id: string;
  readonly span_id: string;
  readonly operation: string;
  readonly message: string;
  readonly stack: string;
  readonly debug_id: string;
  readonly replay_id: string;
  readonly version: string;
  readonly at: string;
};

const ofGroup = (asked: AskedErrors): string =>
  `${ofServices(asked)} AND ${inRange} AND group_id = {id:UUID}`;

/** The latest errors of a group, with the versions of their resources; only the stack of the first is shown. */
export const readExamples = (
  id: ErrorGroupId,
  asked: AskedErrors,
  reading: QueryContext,
): Promise<ExampleRow[]> =>
  readRows<ExampleRow>(
    {
      sql: `
        SELECT toString(latest.trace_id) AS trace_id, toString(latest.span_id) AS span_id, operation, message, stack,
          debug_id, replay_id, version, toString(toUnixTimestamp64Nano(time)) AS at
        FROM (
          SELECT errors.trace_id AS trace_id, span_id, leftUTF8(toString(operation), ${limits.errorNameCharacters}) AS operation, time, resource, debug_id, replay_id,
            leftUTF8(message, ${limits.errorMessageCharacters}) AS message, stack
          FROM errors WHERE ${ofGroup(asked)}
          ORDER BY time DESC, errors.trace_id DESC, span_id DESC LIMIT ${limits.errorExamplesMax}) AS latest
        LEFT JOIN (
          ${resourceVersionsSql(limits.errorNameCharacters)}
        ) AS named ON named.fingerprint = latest.resource
        ORDER BY time DESC, latest.trace_id DESC, latest.span_id DESC`,
      parameters: { ...parametersOf(asked), id },
    },
    reading,
  );

/** An operation without its ids and numbers, which span names may hold. */
const operationName = `leftUTF8(replaceRegexpAll(replaceRegexpAll(toString(operation),
  '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}|\\\\b[0-9a-fA-F]{8,}\\\\b', '<id>'),
  '[0-9]+', '<n>'), ${limits.errorNameCharacters})`;

/** The operations of the spans in which errors of a group were recorded, the most first. */
export async function readOperations(
  id: ErrorGroupId,
  asked: AskedErrors,
  reading: QueryContext,
): Promise<{ operation_name: string; count: number }[]> {
  const rows = await readRows<{ name: string; n: string }>(
    {
      sql: `SELECT ${operationName} AS name, toString(count()) AS n FROM errors WHERE ${ofGroup(asked)}
            GROUP BY name ORDER BY count() DESC, name LIMIT ${limits.errorOperationsMax}`,
      parameters: { ...parametersOf(asked), id },
    },
    reading,
  );
  return rows.map(({ name, n }) => ({ operation_name: name, count: Number(n) }));
}
