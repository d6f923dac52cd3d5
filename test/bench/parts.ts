import { openEmbeddedWarehouse } from '../../platform/warehouse/embedded.ts';

/** Of one table, without the parts that a merge has replaced and that are still to be removed. */
export type TableBytes = { readonly table: string; readonly rows: number; readonly bytes: number };

// A process of its own, because the engine opens one folder in the life of a process.
process.once('message', async (folder: string) => {
  const warehouse = await openEmbeddedWarehouse({ folder });
  const rows = await warehouse.query<Record<keyof TableBytes, string>>(
    `SELECT table, toString(sum(rows)) AS rows, toString(sum(bytes_on_disk)) AS bytes
     FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table ORDER BY table`,
    {},
  );
  await warehouse.close();
  process.send?.(
    rows.map(({ table, rows, bytes }) => ({ table, rows: Number(rows), bytes: Number(bytes) })),
    () => process.disconnect(),
  );
});
