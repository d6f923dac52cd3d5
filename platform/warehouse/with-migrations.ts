import { retryUntilDone } from '../async/retry-until-done.ts';
import type { Ddl } from './ddl.ts';
import { migrate } from './migrate.ts';
import type { Warehouse } from './port.ts';
import { applyTtl, type TableTtl } from './ttl.ts';

/**
 * The same warehouse, brought up to the definitions before it is used first, so that a process may
 * start before its engine. While they cannot be applied, every use throws what stood in the way.
 */
export function withMigrations(
  warehouse: Warehouse,
  ddl: readonly Ddl[],
  keeps: readonly TableTtl[] = [],
): Warehouse {
  const ready = retryUntilDone(async () => {
    await migrate(warehouse, ddl);
    if (keeps.length > 0) await applyTtl(warehouse, keeps);
  });
  return {
    insertColumns: async (...insert) => {
      await ready();
      await warehouse.insertColumns(...insert);
    },
    query: async <Row>(...query: Parameters<Warehouse['query']>) => {
      await ready();
      return warehouse.query<Row>(...query);
    },
    command: async sql => {
      await ready();
      await warehouse.command(sql);
    },
    close: () => warehouse.close(),
  };
}
