import { ArrayEnds } from '../../../platform/columns/array.ts';
import { DictionaryColumn } from '../../../platform/columns/dictionary.ts';
import { FixedColumn } from '../../../platform/columns/fixed.ts';
import { StringColumn } from '../../../platform/columns/strings.ts';
import { uuidBytes } from '../../../platform/columns/uuid.ts';
import { withColumnNames } from '../../../platform/columns/with-column-names.ts';
import { hourSeconds } from '../../../schemas/window.ts';
import type { EdgeWindow } from '../core/edge-window.ts';
import { batchTables } from '../core/tables.ts';
import { type BatchMetadata, nilOrganizationBytes, partitionsOf } from './marker.ts';
import type { TableBlock } from './table-block.ts';

/** Rows for `edges` or `edges_1h`, whose `known` is kept to the minute or the hour. */
export function edgeRows(
  table: 'edges' | 'edges_1h',
  edges: readonly EdgeWindow[],
  stamp: BatchMetadata,
): TableBlock {
  const knownStepSeconds = table === 'edges' ? minuteSeconds : hourSeconds;
  const columns = openColumns(stamp.knownSeconds - (stamp.knownSeconds % knownStepSeconds));
  for (const edge of edges) columns.push(edge, uuidBytes(edge.organization), '');
  const times = edges.map(({ time }) => time);
  const markers = partitionsOf(table, times);
  for (const time of markers) columns.push({ ...noCall, time }, nilOrganizationBytes, stamp.name);
  const { partition } = batchTables[table];
  return { table, columns: columns.all(), partitions: [...times.map(partition), ...markers] };
}

const minuteSeconds = 60;

// n = 1, so that a marker written twice shows as 2 when its rows are merged.
const noCall = {
  caller: '',
  calleeType: '',
  callee: '',
  n: 1,
  errors: 0,
  callerErrors: 0,
  buckets: [],
  counts: [],
} as const;

const types = {
  organization: 'UUID',
  time: "DateTime('UTC')",
  caller: 'LowCardinality(String)',
  callee_type: 'LowCardinality(String)',
  callee: 'LowCardinality(String)',
  known: "DateTime('UTC')",
  n: 'Int64',
  errors: 'Int64',
  caller_errors: 'Int64',
  hist: 'Map(UInt16, Int64)',
  batch: 'String',
} as const;

function openColumns(knownSeconds: number) {
  const bars = { ends: new ArrayEnds(), bucket: new FixedColumn(2), count: new FixedColumn(8) };
  const builders = {
    organization: new FixedColumn(16),
    time: new FixedColumn(4),
    caller: new DictionaryColumn(),
    callee_type: new DictionaryColumn(),
    callee: new DictionaryColumn(),
    known: new FixedColumn(4),
    n: new FixedColumn(8),
    errors: new FixedColumn(8),
    caller_errors: new FixedColumn(8),
    hist: { data: () => bars.ends.map(bars.bucket.data(), bars.count.data()) },
    batch: new StringColumn(),
  };
  return {
    push: (edge: Omit<EdgeWindow, 'organization'>, owner: Buffer, batchName: string): void => {
      builders.organization.pushUuid(owner, 0);
      builders.time.push(edge.time);
      builders.caller.pushText(edge.caller);
      builders.callee_type.pushText(edge.calleeType);
      builders.callee.pushText(edge.callee);
      builders.known.push(knownSeconds);
      builders.n.pushInteger(edge.n);
      builders.errors.pushInteger(edge.errors);
      builders.caller_errors.pushInteger(edge.callerErrors);
      for (const bucket of edge.buckets) bars.bucket.push(bucket);
      for (const count of edge.counts) bars.count.pushInteger(count);
      bars.ends.push(bars.bucket.rows);
      builders.batch.pushText(batchName);
    },
    all: () => withColumnNames(types, builders),
  };
}
