import type { Warehouse } from '../../../platform/warehouse/port.ts';
import type { SqlCatalog } from '../core/sql-check.ts';

type Row = { readonly kind: 'database' | 'table' | 'function' | 'current'; readonly name: string };

/** What the server has besides the views, and the database in which our tables are. */
export async function readSurroundings(
  warehouse: Warehouse,
  signal: AbortSignal,
): Promise<SqlCatalog & { readonly database: string }> {
  const rows = await warehouse.query<Row>(
    `SELECT 'current' AS kind, currentDatabase() AS name
     UNION ALL SELECT 'database', name FROM system.databases
     UNION ALL SELECT 'table', name FROM system.tables WHERE database = currentDatabase()
     UNION ALL SELECT 'function', lower(name) FROM system.functions`,
    {},
    { signal },
  );
  const namesOf = (kind: Row['kind']): ReadonlySet<string> =>
    new Set(rows.filter(row => row.kind === kind).map(({ name }) => name));
  const [database = 'default'] = namesOf('current');
  return {
    database,
    databases: namesOf('database'),
    tables: namesOf('table'),
    functions: namesOf('function'),
  };
}
