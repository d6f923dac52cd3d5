import { nilOrganization } from '../../schemas/ids.ts';
import { batchTables } from '../../services/processor/core/tables.ts';
import type { ExpectedTable } from './expected-state.ts';

/** Asks a warehouse, here or in another process. */
export type Ask = (
  sql: string,
  parameters: Readonly<Record<string, unknown>>,
) => Promise<readonly Readonly<Record<string, string>>[]>;

const sumOf = (...fields: readonly string[]): string =>
  `toString(sum(CRC32(concat(${fields.join(", '/', ")}))))`;

const spanSum = sumOf(
  'toString(trace_id)',
  'toString(span_id)',
  'toString(parent_span_id)',
  'service',
  'name',
  'toString(kind)',
  'toString(toUnixTimestamp64Nano(start))',
  'toString(duration)',
  'toString(status)',
);

const errorSum = sumOf(
  'toString(trace_id)',
  'toString(span_id)',
  'service',
  'operation',
  'toString(toUnixTimestamp64Nano(time))',
  'toString(duration)',
  'message',
);

/** A request's number stands in the upper half of its spans' ids. */
const numbered = (table: string): string =>
  `(SELECT *, intDiv(span_id, 4294967296) - 1 AS number FROM ${table} WHERE organization IN {organizations:Array(UUID)})`;

const windows = (table: string): string => `
  SELECT concat(toString(organization), ' ', service, ' | ', operation, ' | ', toString(entry), ' ', toString(toUnixTimestamp(time))) AS key,
         sumMap(hist) AS bars,
         concat(toString(sum(n)), ' ', toString(sum(errors)), ' ',
           arrayStringConcat(arrayMap((k, v) -> concat(toString(k), ':', toString(v)), mapKeys(bars), mapValues(bars)), ',')) AS line
  FROM ${table} WHERE organization IN {organizations:Array(UUID)}
  GROUP BY organization, service, operation, entry, time`;

const edges = (table: string): string => `
  SELECT concat(toString(organization), ' ', caller, ' > ', callee_type, ' ', callee, ' ', toString(toUnixTimestamp(time))) AS key,
         mapFilter((bucket, count) -> count != 0, sumMap(hist)) AS bars,
         concat(toString(sum(n)), ' ', toString(sum(errors)), ' ', toString(sum(caller_errors)), ' ',
           arrayStringConcat(arrayMap((k, v) -> concat(toString(k), ':', toString(v)), mapKeys(bars), mapValues(bars)), ',')) AS line
  FROM ${table} WHERE organization IN {organizations:Array(UUID)}
  GROUP BY organization, caller, callee_type, callee, time HAVING sum(n) != 0`;

/** The same lines as the truth's, counted by the warehouse. */
const queries: Readonly<Record<ExpectedTable, string>> = {
  spans: `
    SELECT concat(toString(organization), ' ', toString(number)) AS key,
           concat(toString(count()), ' ', toString(uniqExact(span_id)), ' ', toString(uniqExact(request)), ' ',
                  toString(any(request)), ' ', ${spanSum}) AS line
    FROM ${numbered('spans')} GROUP BY organization, number`,
  errors: `
    SELECT concat(toString(organization), ' ', toString(number)) AS key,
           concat(toString(count()), ' ', toString(uniqExact(span_id)), ' ', ${errorSum}) AS line
    FROM ${numbered('errors')} GROUP BY organization, number`,
  requests: `
    SELECT concat(toString(organization), ' ', toString(hash)) AS key,
           concat(toString(count()), ' ', toString(sum(spans)), ' ', toString(sum(refused)), ' ', toString(sum(bytes))) AS line
    FROM requests WHERE organization IN {organizations:Array(UUID)} AND topic != 'samples' GROUP BY organization, hash`,
  windows: windows('windows'),
  windows_1h: windows('windows_1h'),
  edges: edges('edges'),
  edges_1h: edges('edges_1h'),
  traces: `
    SELECT concat(toString(organization), ' ', toString(trace_id)) AS key,
           concat(toString(sum(traces.spans)), ' ', toString(sum(traces.errors)), ' ',
                  toString(toUnixTimestamp64Nano(min(first_start))), ' ', toString(toUnixTimestamp64Nano(max(last_end))), ' ',
                  max(root_service), '|', max(root_name), '|', toString(max(root_status)), ' ',
                  arrayStringConcat(arraySort(groupUniqArrayArray(services)), ',')) AS line
    FROM traces WHERE organization IN {organizations:Array(UUID)} GROUP BY organization, trace_id`,
  usage: `
    SELECT toString(organization) AS key, concat(toString(count()), ' ', toString(sum(CRC32(toString(trace_id))))) AS line
    FROM (SELECT DISTINCT organization, trace_id FROM usage WHERE organization IN {organizations:Array(UUID)})
    GROUP BY organization`,
  bytes: `
    SELECT toString(organization) AS key, toString(sum(bytes)) AS line
    FROM requests WHERE organization IN {organizations:Array(UUID)} AND topic != 'samples' GROUP BY organization`,
  resources: `
    SELECT toString(organization) AS key, toString(uniqExact(fingerprint)) AS line
    FROM resources WHERE organization IN {organizations:Array(UUID)} GROUP BY organization`,
};

/** What the warehouse says of one table. */
export async function linesIn(
  table: ExpectedTable,
  organizations: readonly string[],
  ask: Ask,
): Promise<ReadonlyMap<string, string>> {
  const sql = `SELECT key, line FROM (${queries[table]})`;
  const rows = await ask(sql, { organizations });
  return new Map(rows.map(({ key = '', line = '' }) => [key, line]));
}

/** One sentence a table that holds rows of organizations nobody sent anything for. */
export async function strangers(organizations: readonly string[], ask: Ask): Promise<string[]> {
  const found: string[] = [];
  for (const table of Object.keys(batchTables)) {
    const rows = await ask(
      `SELECT toString(count()) AS n FROM ${table} WHERE organization NOT IN {known:Array(UUID)}`,
      { known: [...organizations, nilOrganization] },
    );
    if (rows[0]?.n !== '0') found.push(`${table}: ${rows[0]?.n} rows of unknown organizations`);
  }
  return found;
}

/** One sentence a table in which a batch left its marker twice, so its rows as well. */
export async function doubledMarkers(ask: Ask): Promise<string[]> {
  const found: string[] = [];
  for (const [table, { time }] of Object.entries(batchTables)) {
    const copies = /^(windows|edges)/u.test(table) ? 'sum(n)' : 'count()';
    const rows = await ask(
      `SELECT batch, toString(${copies}) AS copies FROM ${table} WHERE organization = {nil:UUID}
       GROUP BY batch, toString(${time}) HAVING ${copies} > 1 LIMIT 3`,
      { nil: nilOrganization },
    );
    found.push(...rows.map(row => `${table}: ${row.copies} markers of ${row.batch}`));
  }
  return found;
}
