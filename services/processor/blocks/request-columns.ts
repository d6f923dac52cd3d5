import { DictionaryColumn } from '../../../platform/columns/dictionary.ts';
import { FixedColumn } from '../../../platform/columns/fixed.ts';
import { StringColumn } from '../../../platform/columns/strings.ts';
import { uuidBytes } from '../../../platform/columns/uuid.ts';
import { nilOrganization } from '../../../schemas/ids.ts';
import type { BatchRange } from '../core/range.ts';
import { type BatchTable, batchTables } from '../core/tables.ts';
import type { RequestRecord } from '../gather/request.ts';
import { type BatchMetadata, partitionsOf } from './marker.ts';

/** Of a request, which and how much it is, and where it lies in the log. */
export type RequestRow = Pick<
  RequestRecord,
  'organization' | 'hash' | 'offset' | 'receivedAtMs' | 'spans' | 'points' | 'bytes'
>;

/** Of a marker. */
export const emptyRequest = {
  organization: nilOrganization,
  hash: nilOrganization,
  offset: 0,
  spans: 0,
  points: 0,
  bytes: 0,
} as const;

export const requestTypes = {
  organization: 'UUID',
  hash: 'UUID',
  topic: 'LowCardinality(String)',
  partition: 'UInt16',
  offset: 'UInt64',
  received_at: "DateTime64(3, 'UTC')",
  spans: 'UInt32',
  points: 'UInt32',
  bytes: 'UInt64',
  known: "DateTime('UTC')",
  batch: 'String',
} as const;

type Topic = Pick<BatchRange, 'topic' | 'partition'>;

/** The columns that every table of requests has. */
export function openRequestColumns({ topic, partition }: Topic, knownSeconds: number) {
  const builders = {
    organization: new FixedColumn(16),
    hash: new FixedColumn(16),
    topic: new DictionaryColumn(),
    partition: new FixedColumn(2),
    offset: new FixedColumn(8),
    received_at: new FixedColumn(8),
    spans: new FixedColumn(4),
    points: new FixedColumn(4),
    bytes: new FixedColumn(8),
    known: new FixedColumn(4),
    batch: new StringColumn(),
  };
  return {
    builders,
    push: (request: RequestRow, batchName: string): void => {
      builders.organization.pushUuid(uuidBytes(request.organization), 0);
      builders.hash.pushUuid(uuidBytes(request.hash), 0);
      builders.topic.pushText(topic);
      builders.partition.push(partition);
      builders.offset.pushInteger(request.offset);
      builders.received_at.pushInteger(request.receivedAtMs);
      builders.spans.push(request.spans);
      builders.points.push(request.points);
      builders.bytes.pushInteger(request.bytes);
      builders.known.push(knownSeconds);
      builders.batch.pushText(batchName);
    },
  };
}

/** Pushes rows with their markers behind them; resolves to the partition of each. */
export function pushWithMarkers<Row extends RequestRow>(
  table: BatchTable,
  rows: readonly Row[],
  { name }: Pick<BatchMetadata, 'name'>,
  { empty, push }: { readonly empty: Omit<Row, 'receivedAtMs'>; readonly push: Push<Row> },
): number[] {
  for (const row of rows) push(row, '');
  const seconds = rows.map(({ receivedAtMs }) => Math.floor(receivedAtMs / 1000));
  const markers = partitionsOf(table, seconds);
  for (const second of markers) push({ ...empty, receivedAtMs: second * 1000 } as Row, name);
  return [...seconds.map(batchTables[table].partition), ...markers];
}

type Push<Row> = (row: Row, batchName: string) => void;
