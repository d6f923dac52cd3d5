import type { Warehouse } from '../../platform/warehouse/port.ts';

/** Asks for one number `n` of an organization's rows: what follows SELECT, up to the table. */
export const openCounts =
  (warehouse: Warehouse, organization: string) =>
  async (sql: string): Promise<number> => {
    const [row] = await warehouse.query<{ n: string }>(
      `SELECT toString(${sql} WHERE organization = {organization:UUID}`,
      { organization },
    );
    return Number(row?.n);
  };
