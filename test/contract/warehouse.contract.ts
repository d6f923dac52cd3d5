import type { Warehouse } from '../../platform/warehouse/port.ts';
import { insertingContract } from './warehouse-inserting.ts';
import { ourTablesContract } from './warehouse-ours.ts';
import { readingContract } from './warehouse-reading.ts';

/** `open` gives a warehouse with our tables; whoever opens it closes it. */
export function warehouseContract(name: string, open: () => Promise<Warehouse>): void {
  describe(`warehouse: ${name}`, function () {
    this.timeout(60_000);
    insertingContract(open);
    readingContract(open);
    ourTablesContract(open);
  });
}
