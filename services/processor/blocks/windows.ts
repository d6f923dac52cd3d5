import { ArrayEnds } from '../../../platform/columns/array.ts';
import { DictionaryColumn } from '../../../platform/columns/dictionary.ts';
import { FixedColumn } from '../../../platform/columns/fixed.ts';
import { StringColumn } from '../../../platform/columns/strings.ts';
import { uuidBytes } from '../../../platform/columns/uuid.ts';
import { batchTables } from '../core/tables.ts';
import type { TableRows } from '../table-rows.ts';
import { type BatchStamp, nilOrganizationBytes, partitionsOf } from './marker.ts';

/** A window with names instead of indexes: as it is published and stored. */
export type NamedWindow = {
  readonly organization: string;
  readonly service: string;
  readonly operation: string;
  readonly entry: boolean;
  readonly time: number;
  readonly n: number;
  readonly errors: number;
  readonly buckets: readonly number[];
  readonly counts: readonly number[];
};

/** Rows for `windows` or `windows_1h`, whose `known` is kept to the minute or the hour. */
export function windowRows(
  table: 'windows' | 'windows_1h',
  windows: readonly NamedWindow[],
  stamp: BatchStamp,
  knownStepSeconds: number,
): TableRows {
  const columns = openColumns(stamp.knownSeconds - (stamp.knownSeconds % knownStepSeconds));
  for (const window of windows) columns.push(window, uuidBytes(window.organization), '');
  const times = windows.map(window => window.time);
  const markers = partitionsOf(table, times);
  for (const time of markers) {
    columns.push({ ...emptyWindow, time }, nilOrganizationBytes, stamp.name);
  }
  const { partition } = batchTables[table];
  return { table, columns: columns.all(), partitions: [...times.map(partition), ...markers] };
}

// n = 1, so that a marker written twice shows as 2 when its rows are merged.
const emptyWindow = {
  service: '',
  operation: '',
  entry: false,
  n: 1,
  errors: 0,
  buckets: [],
  counts: [],
} as const;

function openColumns(knownSeconds: number) {
  const organization = new FixedColumn(16);
  const service = new DictionaryColumn();
  const time = new FixedColumn(4);
  const entry = new FixedColumn(1);
  const operation = new DictionaryColumn();
  const known = new FixedColumn(4);
  const n = new FixedColumn(8);
  const errors = new FixedColumn(8);
  const ends = new ArrayEnds();
  const bucket = new FixedColumn(2);
  const count = new FixedColumn(8);
  const batch = new StringColumn();
  return {
    push: (window: Omit<NamedWindow, 'organization'>, owner: Buffer, batchName: string): void => {
      organization.pushUuid(owner, 0);
      service.pushText(window.service);
      time.push(window.time);
      entry.push(window.entry ? 1 : 0);
      operation.pushText(window.operation);
      known.push(knownSeconds);
      n.pushInteger(window.n);
      errors.pushInteger(window.errors);
      for (const value of window.buckets) bucket.push(value);
      for (const value of window.counts) count.pushInteger(value);
      ends.push(bucket.rows);
      batch.pushText(batchName);
    },
    all: () => [
      { name: 'organization', type: 'UUID', data: organization.data() },
      { name: 'service', type: 'LowCardinality(String)', data: service.data() },
      { name: 'time', type: "DateTime('UTC')", data: time.data() },
      { name: 'entry', type: 'Bool', data: entry.data() },
      { name: 'operation', type: 'LowCardinality(String)', data: operation.data() },
      { name: 'known', type: "DateTime('UTC')", data: known.data() },
      { name: 'n', type: 'UInt64', data: n.data() },
      { name: 'errors', type: 'UInt64', data: errors.data() },
      { name: 'hist', type: 'Map(UInt16, UInt64)', data: ends.map(bucket.data(), count.data()) },
      { name: 'batch', type: 'String', data: batch.data() },
    ],
  };
}
