import { DictionaryColumn } from '../../../platform/columns/dictionary.ts';
import { FixedColumn } from '../../../platform/columns/fixed.ts';
import { StringColumn } from '../../../platform/columns/strings.ts';
import { uuidBytes } from '../../../platform/columns/uuid.ts';
import { withColumnNames } from '../../../platform/columns/with-column-names.ts';
import { kindOfSample, type StoredKind } from '../../../schemas/billing/stored.ts';
import { nilOrganization } from '../../../schemas/ids.ts';
import { topics } from '../../../schemas/topics.ts';
import type { BatchRange } from '../core/range.ts';
import { batchTables } from '../core/tables.ts';
import type { RequestRecord } from '../gather/request.ts';
import { type BatchMetadata, partitionsOf } from './marker.ts';
import type { ReceivedSample } from './samples.ts';
import type { TableBlock } from './table-block.ts';

const kinds: Readonly<Record<string, StoredKind>> = {
  [topics.spans]: 'traces',
  [topics.metrics]: 'metrics',
};

/** One row for each request of the batch that counted: neither a repeat nor dead-lettered. */
export function requestRows(
  range: Pick<BatchRange, 'topic' | 'partition'>,
  requests: readonly RequestRecord[],
  stamp: BatchMetadata,
): TableBlock {
  const kind = kinds[range.topic] ?? '';
  return rowsOf(
    range,
    requests.map(request => ({ ...request, kind })),
    stamp,
  );
}

/** One row for all samples of an organization and a kind that the log received in the same second. */
export function storedRows(
  range: Pick<BatchRange, 'topic' | 'partition'>,
  samples: readonly ReceivedSample[],
  stamp: BatchMetadata,
): TableBlock {
  const rows = new Map<string, Row>();
  for (const { sample, offset, appendedAtMs, bytes } of samples) {
    const { organizationId: organization, storedBytes = 0 } = sample;
    const kind = kindOfSample[sample.kind];
    const name = `${organization} ${kind} ${Math.floor(appendedAtMs / 1000)}`;
    const row = rows.get(name) ?? {
      ...emptyRow,
      organization,
      kind,
      offset,
      receivedAtMs: appendedAtMs,
    };
    rows.set(name, { ...row, bytes: row.bytes + bytes + storedBytes });
  }
  return rowsOf(range, [...rows.values()], stamp);
}

function rowsOf(
  { topic, partition }: Pick<BatchRange, 'topic' | 'partition'>,
  requests: readonly Row[],
  stamp: BatchMetadata,
): TableBlock {
  const columns = openColumns(topic, partition, stamp.knownSeconds);
  for (const request of requests) columns.push(request, '');
  const seconds = requests.map(request => Math.floor(request.receivedAtMs / 1000));
  const markers = partitionsOf('requests', seconds);
  for (const second of markers) {
    columns.push({ ...emptyRow, receivedAtMs: second * 1000 }, stamp.name);
  }
  return {
    table: 'requests',
    columns: columns.all(),
    partitions: [...seconds.map(batchTables.requests.partition), ...markers],
  };
}

type Row = Omit<RequestRecord, 'body' | 'bodyBytes' | 'codec' | 'format'> & {
  readonly kind: StoredKind | '';
};

const emptyRow = {
  organization: nilOrganization,
  hash: nilOrganization,
  kind: '',
  offset: 0,
  spans: 0,
  points: 0,
  refused: 0,
  reason: '',
  bytes: 0,
  client: '',
} as const;

const types = {
  organization: 'UUID',
  hash: 'UUID',
  topic: 'LowCardinality(String)',
  kind: 'LowCardinality(String)',
  partition: 'UInt16',
  offset: 'UInt64',
  received_at: "DateTime64(3, 'UTC')",
  spans: 'UInt32',
  points: 'UInt32',
  refused: 'UInt32',
  reason: 'LowCardinality(String)',
  bytes: 'UInt64',
  client: 'LowCardinality(String)',
  known: "DateTime('UTC')",
  batch: 'String',
} as const;

function openColumns(topic: string, partition: number, knownSeconds: number) {
  const builders = {
    organization: new FixedColumn(16),
    hash: new FixedColumn(16),
    topic: new DictionaryColumn(),
    kind: new DictionaryColumn(),
    partition: new FixedColumn(2),
    offset: new FixedColumn(8),
    received_at: new FixedColumn(8),
    spans: new FixedColumn(4),
    points: new FixedColumn(4),
    refused: new FixedColumn(4),
    reason: new DictionaryColumn(),
    bytes: new FixedColumn(8),
    client: new DictionaryColumn(),
    known: new FixedColumn(4),
    batch: new StringColumn(),
  };
  return {
    push: (request: Row, batchName: string): void => {
      builders.organization.pushUuid(uuidBytes(request.organization), 0);
      builders.hash.pushUuid(uuidBytes(request.hash), 0);
      builders.topic.pushText(topic);
      builders.kind.pushText(request.kind);
      builders.partition.push(partition);
      builders.offset.pushInteger(request.offset);
      builders.received_at.pushInteger(request.receivedAtMs);
      builders.spans.push(request.spans);
      builders.points.push(request.points);
      builders.refused.push(request.refused);
      builders.reason.pushText(request.reason);
      builders.bytes.pushInteger(request.bytes);
      builders.client.pushText(request.client);
      builders.known.push(knownSeconds);
      builders.batch.pushText(batchName);
    },
    all: () => withColumnNames(types, builders),
  };
}
