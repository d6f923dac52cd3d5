import { readDdl } from '../../platform/warehouse/ddl.ts';
import { openHttpWarehouse } from '../../platform/warehouse/http.ts';
import { migrate } from '../../platform/warehouse/migrate.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { type ClickhouseServer, findClickhouse } from './fake-clickhouse.ts';
import { closeTestWarehouse, testWarehouse } from './warehouse.ts';

export type OpenedWarehouse = {
  readonly warehouse: Warehouse;
  /** A ClickHouse that is a server of its own, and not our imitation of one. */
  readonly isServer: boolean;
  readonly close: () => Promise<void>;
};

/** Each with our tables. */
export const warehouseEngines: Readonly<Record<string, () => Promise<OpenedWarehouse>>> = {
  embedded: async () => {
    await closeTestWarehouse();
    const warehouse = await testWarehouse();
    return { warehouse, isServer: false, close: closeTestWarehouse };
  },
  'over HTTP': async () => {
    const server: ClickhouseServer = await findClickhouse();
    const warehouse = await openHttpWarehouse(server.options);
    await migrate(warehouse, await readDdl());
    const close = async (): Promise<void> => {
      await warehouse.close();
      await server.stop();
    };
    return { warehouse, isServer: server.isServer, close };
  },
};
