import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Column, ColumnData } from '../../platform/columns/column.ts';
import { DictionaryColumn } from '../../platform/columns/dictionary.ts';
import { FixedColumn } from '../../platform/columns/fixed.ts';
import { StringColumn } from '../../platform/columns/strings.ts';
import { uuidBytes } from '../../platform/columns/uuid.ts';
import { readDdl } from '../../platform/warehouse/ddl.ts';
import { openEmbeddedWarehouse } from '../../platform/warehouse/embedded.ts';
import { migrate } from '../../platform/warehouse/migrate.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';

type Opened = { readonly warehouse: Warehouse; readonly folder: string };

let opened: Promise<Opened> | undefined;

/**
 * The one warehouse of this mocha process, with our tables; opened when first asked for, closed and
 * removed after the last test. Suites share it, so each keeps to organizations of its own.
 */
export async function testWarehouse(): Promise<Warehouse> {
  opened ??= open();
  return (await opened).warehouse;
}

/** Where it lives, for tests that look at the files. */
export async function testWarehouseFolder(): Promise<string> {
  opened ??= open();
  return (await opened).folder;
}

async function open(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-warehouse-'));
  const warehouse = await openEmbeddedWarehouse({ folder });
  await migrate(warehouse, await readDdl());
  return { warehouse, folder };
}

/** For who needs the one place that a process has for a warehouse; the next to ask gets a new one. */
export async function closeTestWarehouse(): Promise<void> {
  if (opened === undefined) return;
  const { warehouse, folder } = await opened;
  opened = undefined;
  await warehouse.close();
  await rm(folder, { recursive: true, force: true });
}

// Imported while mocha loads its files, so this is a hook of the root suite.
after(async function closeLastTestWarehouse() {
  this.timeout(30_000);
  await closeTestWarehouse();
});

export const uint8s = (...values: number[]): ColumnData => fixed(1, values);
export const uint16s = (...values: number[]): ColumnData => fixed(2, values);
export const uint32s = (...values: number[]): ColumnData => fixed(4, values);

export function uint64s(...values: readonly (number | bigint)[]): ColumnData {
  const column = new FixedColumn(8);
  for (const value of values.map(BigInt)) {
    column.pushHalves(Number(value & 0xffff_ffffn), Number(value >> 32n));
  }
  return column.data();
}

export function uuids(...values: readonly string[]): ColumnData {
  const column = new FixedColumn(16);
  for (const value of values) column.pushUuid(uuidBytes(value), 0);
  return column.data();
}

export function strings(...values: readonly (string | Uint8Array)[]): ColumnData {
  const column = new StringColumn();
  for (const value of values.map(value => Buffer.from(value))) {
    column.pushBytes(value, 0, value.length);
  }
  return column.data();
}

export function dictionary(...values: readonly (string | Uint8Array)[]): ColumnData {
  const column = new DictionaryColumn();
  for (const value of values.map(value => Buffer.from(value))) {
    column.pushBytes(value, 0, value.length);
  }
  return column.data();
}

export const column = (name: string, type: string, data: ColumnData): Column => ({
  name,
  type,
  data,
});

function fixed(width: 1 | 2 | 4, values: readonly number[]): ColumnData {
  const built = new FixedColumn(width);
  for (const value of values) built.push(value);
  return built.data();
}
