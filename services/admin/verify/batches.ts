import { nilOrganization } from '../../../schemas/ids.ts';
import { type Inspection, readsOf } from './inspection.ts';

/** Each batch left one commit-marker row in each partition of a table. A second one means that its rows are there twice. */
export const inspectBatches: Inspection = async (context, { findings, tell, signal }) => {
  const ask = readsOf(context, signal);
  const tables = Object.entries(context.batchTables);
  for (const [index, [table, { time }]] of tables.entries()) {
    tell(index, tables.length);
    const batches = `(SELECT batch, ${copiesIn(table)} AS copies FROM ${table}
      WHERE organization = {nil:UUID} GROUP BY batch, toString(${time})) AS batches`;
    const parameters = { nil: nilOrganization };
    const [counted] = await ask<{ n: string }>(
      `SELECT toString(count()) AS n FROM ${batches}`,
      parameters,
    );
    findings.checked(Number(counted?.n ?? 0));
    const doubled = await ask<{ batch: string; copies: string }>(
      `SELECT batch, toString(copies) AS copies FROM ${batches} WHERE batches.copies > 1`,
      parameters,
    );
    for (const { batch, copies } of doubled)
      findings.fault(`${table} has ${copies} markers of the batch ${batch}`);
  }
};

/** Rows of windows and edges with one key are added up, and so are their markers. */
const copiesIn = (table: string): string =>
  /^(?:windows|edges)/u.test(table) ? 'sum(n)' : 'count()';
