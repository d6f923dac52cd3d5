import { DictionaryColumn } from '../../../platform/columns/dictionary.ts';
import { FixedColumn } from '../../../platform/columns/fixed.ts';
import { StringColumn } from '../../../platform/columns/strings.ts';
import { uuidBytes } from '../../../platform/columns/uuid.ts';
import { withColumnNames } from '../../../platform/columns/with-column-names.ts';
import { exactJsonText } from '../../../schemas/exact-json.ts';
import { nilOrganization } from '../../../schemas/ids.ts';
import type { Sample } from '../../../schemas/samples/record.ts';
import { batchTables } from '../core/tables.ts';
import { type BatchMetadata, partitionsOf } from './marker.ts';
import type { TableBlock } from './table-block.ts';

/** A sample, and where and when the log received it. */
export type ReceivedSample = {
  readonly sample: Sample;
  readonly offset: number;
  readonly appendedAtMs: number;
  /** Of its record. */
  readonly bytes: number;
};

/** One row for each sample. */
export function sampleRows(
  partition: number,
  samples: readonly ReceivedSample[],
  stamp: BatchMetadata,
): TableBlock {
  const columns = openColumns(partition, stamp.knownSeconds);
  for (const sample of samples) columns.push(sample, '');
  const seconds = samples.map(({ sample }) => Math.floor(sample.atMs / 1000));
  const markers = partitionsOf('samples', seconds);
  for (const second of markers) columns.push(markerAt(second * 1000), stamp.name);
  return {
    table: 'samples',
    columns: columns.all(),
    partitions: [...seconds.map(batchTables.samples.partition), ...markers],
  };
}

const markerAt = (atMs: number) => ({
  sample: {
    kind: '',
    organizationId: nilOrganization,
    subject: nilOrganization,
    id: nilOrganization,
    atMs,
    outcome: '',
  } as const,
  offset: 0,
  appendedAtMs: atMs,
});

type Row = {
  readonly sample: Omit<Sample, 'kind' | 'outcome' | 'organizationId'> & {
    readonly kind: string;
    readonly outcome: string;
    readonly organizationId: string;
  };
  readonly offset: number;
  readonly appendedAtMs: number;
};

const types = {
  organization: 'UUID',
  subject: 'UUID',
  time: "DateTime64(3, 'UTC')",
  sample: 'UUID',
  kind: 'LowCardinality(String)',
  outcome: 'LowCardinality(String)',
  duration: 'Float64',
  http_status: 'UInt16',
  error: 'String',
  detail: 'String',
  partition: 'UInt16',
  offset: 'UInt64',
  recorded_at: "DateTime64(3, 'UTC')",
  known: "DateTime('UTC')",
  batch: 'String',
} as const;

function openColumns(partition: number, knownSeconds: number) {
  const builders = {
    organization: new FixedColumn(16),
    subject: new FixedColumn(16),
    time: new FixedColumn(8),
    sample: new FixedColumn(16),
    kind: new DictionaryColumn(),
    outcome: new DictionaryColumn(),
    duration: new FixedColumn(8),
    http_status: new FixedColumn(2),
    error: new StringColumn(),
    detail: new StringColumn(),
    partition: new FixedColumn(2),
    offset: new FixedColumn(8),
    recorded_at: new FixedColumn(8),
    known: new FixedColumn(4),
    batch: new StringColumn(),
  };
  return {
    push: ({ sample, offset, appendedAtMs }: Row, batchName: string): void => {
      builders.organization.pushUuid(uuidBytes(sample.organizationId), 0);
      builders.subject.pushUuid(uuidBytes(sample.subject), 0);
      builders.time.pushInteger(sample.atMs);
      builders.sample.pushUuid(uuidBytes(sample.id), 0);
      builders.kind.pushText(sample.kind);
      builders.outcome.pushText(sample.outcome);
      builders.duration.pushDouble(sample.durationMs ?? 0);
      builders.http_status.push(sample.httpStatus ?? 0);
      builders.error.pushText(sample.error ?? '');
      builders.detail.pushText(sample.detail === undefined ? '' : exactJsonText(sample.detail));
      builders.partition.push(partition);
      builders.offset.pushInteger(offset);
      builders.recorded_at.pushInteger(appendedAtMs);
      builders.known.push(knownSeconds);
      builders.batch.pushText(batchName);
    },
    all: () => withColumnNames(types, builders),
  };
}
