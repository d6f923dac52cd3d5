import { ArrayEnds } from '../../../platform/columns/array.ts';
import { DictionaryColumn } from '../../../platform/columns/dictionary.ts';
import { FixedColumn } from '../../../platform/columns/fixed.ts';
import { StringColumn } from '../../../platform/columns/strings.ts';
import { uuidBytes } from '../../../platform/columns/uuid.ts';
import { withColumnNames } from '../../../platform/columns/with-column-names.ts';
import type { WindowDelta } from '../../../schemas/telemetry/window-record.ts';
import { hourSeconds } from '../../../schemas/window.ts';
import { batchTables } from '../core/tables.ts';
import { type BatchMetadata, nilOrganizationBytes, partitionsOf } from './marker.ts';
import { noRowId, type TableBlock } from './table-block.ts';

/** A window with names instead of indexes: as it is published and stored. */
export type NamedWindow = WindowDelta;

/**
 * Rows for `windows` or `windows_1h`, whose `known` is kept to the minute or the hour.
 *  entries  of each window; its row is withEntryIds with it
 */
export function windowRows(
  table: 'windows' | 'windows_1h',
  windows: readonly NamedWindow[],
  entries: Uint32Array,
  stamp: BatchMetadata,
): TableBlock {
  const knownStepSeconds = table === 'windows' ? minuteSeconds : hourSeconds;
  const columns = openColumns(stamp.knownSeconds - (stamp.knownSeconds % knownStepSeconds));
  for (const window of windows) columns.push(window, uuidBytes(window.organization), '');
  const times = windows.map(window => window.time);
  const markers = partitionsOf(table, times);
  for (const time of markers) {
    columns.push({ ...emptyWindow, time }, nilOrganizationBytes, stamp.name);
  }
  const { partition } = batchTables[table];
  const entryIds = new Uint32Array(times.length + markers.length).fill(noRowId);
  entryIds.set(entries);
  const partitions = [...times.map(partition), ...markers];
  return { table, columns: columns.all(), partitions, entryIds };
}

const minuteSeconds = 60;

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

const types = {
  organization: 'UUID',
  service: 'LowCardinality(String)',
  time: "DateTime('UTC')",
  entry: 'Bool',
  operation: 'LowCardinality(String)',
  known: "DateTime('UTC')",
  n: 'UInt64',
  errors: 'UInt64',
  hist: 'Map(UInt16, UInt64)',
  batch: 'String',
} as const;

function openColumns(knownSeconds: number) {
  const bars = { ends: new ArrayEnds(), bucket: new FixedColumn(2), count: new FixedColumn(8) };
  const builders = {
    organization: new FixedColumn(16),
    service: new DictionaryColumn(),
    time: new FixedColumn(4),
    entry: new FixedColumn(1),
    operation: new DictionaryColumn(),
    known: new FixedColumn(4),
    n: new FixedColumn(8),
    errors: new FixedColumn(8),
    hist: { data: () => bars.ends.map(bars.bucket.data(), bars.count.data()) },
    batch: new StringColumn(),
  };
  return {
    push: (window: Omit<NamedWindow, 'organization'>, owner: Buffer, batchName: string): void => {
      builders.organization.pushUuid(owner, 0);
      builders.service.pushText(window.service);
      builders.time.push(window.time);
      builders.entry.push(window.entry ? 1 : 0);
      builders.operation.pushText(window.operation);
      builders.known.push(knownSeconds);
      builders.n.pushInteger(window.n);
      builders.errors.pushInteger(window.errors);
      for (const bucket of window.buckets) bars.bucket.push(bucket);
      for (const count of window.counts) bars.count.pushInteger(count);
      bars.ends.push(bars.bucket.rows);
      builders.batch.pushText(batchName);
    },
    all: () => withColumnNames(types, builders),
  };
}
