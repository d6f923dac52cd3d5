import { FolderDamaged } from '../errors.ts';
import type { Ddl } from './ddl.ts';
import type { Warehouse } from './port.ts';

type DetachedPart = { readonly table: string; readonly name: string; readonly path: string };

/**
 * Throws `FolderDamaged` where a table that was made is missing, or where ClickHouse put a part aside because it is
 * damaged: it would answer from the others, and nobody would know.
 */
export async function assertWhole(
  warehouse: Pick<Warehouse, 'query'>,
  ddl: readonly Ddl[],
  folder: string,
): Promise<void> {
  const found = await warehouse.query<{ name: string }>(
    'SELECT name FROM system.tables WHERE database = currentDatabase()',
    {},
  );
  const names = new Set(found.map(({ name }) => name));
  const missing = ddl.map(createdIn).find(name => name !== undefined && !names.has(name));
  if (missing !== undefined)
    throw new FolderDamaged(`the table ${missing} is missing in ${folder}`);
  const [part] = await warehouse.query<DetachedPart>(
    `SELECT table, name, path FROM system.detached_parts
     WHERE database = currentDatabase() AND startsWith(ifNull(reason, ''), 'broken') LIMIT 1`,
    {},
  );
  if (part !== undefined)
    throw new FolderDamaged(
      `${part.path} is damaged, a part of the table ${part.table}`,
      'restore the whole data folder from one backup, or remove this part to go on without its rows',
    );
}

const createdIn = ({ sql }: Ddl): string | undefined =>
  /^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/m.exec(sql)?.[1];
