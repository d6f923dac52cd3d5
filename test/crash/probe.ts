import { join } from 'node:path';
import type { Column } from '../../platform/columns/column.ts';
import { FixedColumn } from '../../platform/columns/fixed.ts';
import { StringColumn } from '../../platform/columns/strings.ts';
import { uuidBytes } from '../../platform/columns/uuid.ts';
import { openEmbeddedWarehouse } from '../../platform/warehouse/embedded.ts';
import { nilOrganization } from '../../schemas/ids.ts';
import { type BatchTable, secondsPerDay } from '../../services/processor/core/tables.ts';

/** Tries a token on a data folder that no server uses, and prints how many rows came of it. */
const { dataDir, table, token, seconds }: ProbeOptions = JSON.parse(process.argv[2] ?? '{}');

type ProbeOptions = {
  readonly dataDir: string;
  readonly table: BatchTable;
  readonly token: string;
  /** In the table partition that is meant. */
  readonly seconds: number;
};

const warehouse = await openEmbeddedWarehouse({
  folder: join(dataDir, 'warehouse'),
  tmpFolder: join(dataDir, 'tmp'),
});
const sameToken = await insert(token);
const otherToken = await insert(`${token}.other`);
await warehouse.close();
process.stdout.write(JSON.stringify({ sameToken, otherToken }));

/** Rows of nobody, so they are no data, and named so that they are no marker. */
async function insert(deduplicationToken: string): Promise<number> {
  const batch = `probe-${deduplicationToken}`;
  await warehouse.insertColumns(table, 1, columnsOf(batch), { deduplicationToken });
  const rows = await warehouse.query<{ n: string }>(
    `SELECT toString(count()) AS n FROM ${table} WHERE batch = {batch:String}`,
    { batch },
  );
  return Number(rows[0]?.n);
}

function columnsOf(batchName: string): Column[] {
  const organization = new FixedColumn(16);
  organization.pushUuid(uuidBytes(nilOrganization), 0);
  const known = new FixedColumn(4);
  known.push(Math.floor(Date.now() / 1000));
  const batch = new StringColumn();
  batch.pushText(batchName);
  return [
    { name: 'organization', type: 'UUID', data: organization.data() },
    { name: 'known', type: "DateTime('UTC')", data: known.data() },
    { name: 'batch', type: 'String', data: batch.data() },
    ...timeColumn(),
  ];
}

function timeColumn(): Column[] {
  const instant = (name: string): Column[] => {
    const column = new FixedColumn(4);
    column.push(seconds);
    return [{ name, type: "DateTime('UTC')", data: column.data() }];
  };
  switch (table) {
    case 'resources':
      return [];
    case 'spans':
      return instant('bucket');
    case 'windows':
    case 'windows_1h':
    case 'edges':
    case 'edges_1h':
      return instant('time');
    case 'traces':
      return instant('hour');
    case 'errors':
    case 'metric_points': {
      const time = new FixedColumn(8);
      const nanos = BigInt(seconds) * 1_000_000_000n;
      time.pushHalves(Number(nanos & 0xffff_ffffn), Number(nanos >> 32n));
      return [{ name: 'time', type: "DateTime64(9, 'UTC')", data: time.data() }];
    }
    case 'samples': {
      const time = new FixedColumn(8);
      time.pushInteger(seconds * 1000);
      return [{ name: 'time', type: "DateTime64(3, 'UTC')", data: time.data() }];
    }
    case 'usage': {
      const month = new FixedColumn(2);
      month.push(seconds / secondsPerDay);
      return [{ name: 'month', type: 'Date', data: month.data() }];
    }
    case 'parked':
    case 'requests': {
      const receivedAt = new FixedColumn(8);
      receivedAt.pushInteger(seconds * 1000);
      return [{ name: 'received_at', type: "DateTime64(3, 'UTC')", data: receivedAt.data() }];
    }
  }
}
