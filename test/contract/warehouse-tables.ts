import { randomUUID } from 'node:crypto';
import type { Warehouse } from '../../platform/warehouse/port.ts';

/** With it a table looks at tokens. */
export const window = 'SETTINGS non_replicated_deduplication_window = 100';

/** A table of its own for one test. */
export async function createTable(
  warehouse: Warehouse,
  columns: string,
  end = `ORDER BY tuple() ${window}`,
): Promise<string> {
  const table = `contract_${randomUUID().replaceAll('-', '')}`;
  await warehouse.command(`CREATE TABLE ${table} (${columns}) ENGINE = MergeTree ${end}`);
  return table;
}

export async function count(warehouse: Warehouse, table: string): Promise<number> {
  const [row] = await warehouse.query<{ n: string }>(`SELECT count() AS n FROM ${table}`, {});
  return Number(row?.n);
}
