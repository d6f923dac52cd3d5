import { DictionaryColumn } from '../../../platform/columns/dictionary.ts';
import { FixedColumn } from '../../../platform/columns/fixed.ts';
import { StringColumn } from '../../../platform/columns/strings.ts';
import { uuidBytes } from '../../../platform/columns/uuid.ts';
import { nilOrganization } from '../../../schemas/ids.ts';
import { batchTables } from '../core/tables.ts';
import type { RequestRecord } from '../request.ts';
import type { TableRows } from '../table-rows.ts';
import { type BatchStamp, partitionsOf } from './marker.ts';

/** One row for each request of the batch that counted: neither a repeat nor dead-lettered. */
export function requestRows(
  partition: number,
  requests: readonly RequestRecord[],
  stamp: BatchStamp,
): TableRows {
  const columns = openColumns(partition, stamp.knownSeconds);
  for (const request of requests) columns.push(request, '');
  const seconds = requests.map(request => Math.floor(request.receivedAtMs / 1000));
  const markers = partitionsOf('requests', seconds);
  for (const second of markers) {
    columns.push({ ...emptyRequest, receivedAtMs: second * 1000 }, stamp.name);
  }
  return {
    table: 'requests',
    columns: columns.all(),
    partitions: [...seconds.map(batchTables.requests.partition), ...markers],
  };
}

const emptyRequest = {
  organization: nilOrganization,
  hash: nilOrganization,
  offset: 0,
  spans: 0,
  refused: 0,
  reason: '',
  bytes: 0,
  client: '',
} as const;

function openColumns(partition: number, knownSeconds: number) {
  const organization = new FixedColumn(16);
  const hash = new FixedColumn(16);
  const partitions = new FixedColumn(2);
  const offset = new FixedColumn(8);
  const receivedAt = new FixedColumn(8);
  const spans = new FixedColumn(4);
  const refused = new FixedColumn(4);
  const reason = new DictionaryColumn();
  const bytes = new FixedColumn(8);
  const client = new DictionaryColumn();
  const known = new FixedColumn(4);
  const batch = new StringColumn();
  return {
    push: (request: Omit<RequestRecord, 'body' | 'format'>, batchName: string): void => {
      organization.pushUuid(uuidBytes(request.organization), 0);
      hash.pushUuid(uuidBytes(request.hash), 0);
      partitions.push(partition);
      offset.pushInteger(request.offset);
      receivedAt.pushInteger(request.receivedAtMs);
      spans.push(request.spans);
      refused.push(request.refused);
      reason.pushText(request.reason);
      bytes.pushInteger(request.bytes);
      client.pushText(request.client);
      known.push(knownSeconds);
      batch.pushText(batchName);
    },
    all: () => [
      { name: 'organization', type: 'UUID', data: organization.data() },
      { name: 'hash', type: 'UUID', data: hash.data() },
      { name: 'partition', type: 'UInt16', data: partitions.data() },
      { name: 'offset', type: 'UInt64', data: offset.data() },
      { name: 'received_at', type: "DateTime64(3, 'UTC')", data: receivedAt.data() },
      { name: 'spans', type: 'UInt32', data: spans.data() },
      { name: 'refused', type: 'UInt32', data: refused.data() },
      { name: 'reason', type: 'LowCardinality(String)', data: reason.data() },
      { name: 'bytes', type: 'UInt64', data: bytes.data() },
      { name: 'client', type: 'LowCardinality(String)', data: client.data() },
      { name: 'known', type: "DateTime('UTC')", data: known.data() },
      { name: 'batch', type: 'String', data: batch.data() },
    ],
  };
}
