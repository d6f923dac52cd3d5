import { ArrayEnds } from '../../../platform/columns/array.ts';
import { FixedColumn } from '../../../platform/columns/fixed.ts';
import { StringColumn } from '../../../platform/columns/strings.ts';
import { withColumnNames } from '../../../platform/columns/with-column-names.ts';
import { hourSeconds } from '../../../schemas/window.ts';
import type { SpanColumnsView } from '../core/span-columns-view.ts';
import { batchTables } from '../core/tables.ts';
import type { TraceSummaryFragment } from '../core/traces.ts';
import { type BatchMetadata, nilOrganizationBytes, partitionsOf } from './marker.ts';
import type { TableBlock } from './table-block.ts';

/** Indexes of a batch of spans and what they stand for. */
export type BatchNames = {
  readonly organizationBytes: (index: number) => Buffer;
  readonly service: (index: number) => string;
  readonly name: (index: number) => string;
};

/** One row for each trace of the batch: its fragment in `traces`. */
export function traceRows(
  spans: SpanColumnsView,
  fragments: readonly TraceSummaryFragment[],
  names: BatchNames,
  stamp: BatchMetadata,
): TableBlock {
  const columns = openColumns(stamp.knownSeconds);
  for (const fragment of fragments) columns.push(spans, fragment, names);
  const hours = fragments.map(({ last }) => hourOf(spans.endSeconds[last] as number));
  const markers = partitionsOf('traces', hours);
  for (const hour of markers) columns.pushMarker(hour, stamp.name);
  const partitions = [...hours.map(batchTables.traces.partition), ...markers];
  return { table: 'traces', columns: columns.all(), partitions };
}

const hourOf = (seconds: number): number => seconds - (seconds % hourSeconds);

const types = {
  organization: 'UUID',
  hour: "DateTime('UTC')",
  trace_id: 'UUID',
  first_start: "DateTime64(9, 'UTC')",
  last_end: "DateTime64(9, 'UTC')",
  spans: 'UInt64',
  errors: 'UInt64',
  root_service: 'String',
  root_name: 'String',
  root_status: 'UInt8',
  services: 'Array(String)',
  known: "DateTime('UTC')",
  batch: 'String',
} as const;

function openBuilders() {
  const services = { ends: new ArrayEnds(), names: new StringColumn() };
  const builders = {
    organization: new FixedColumn(16),
    hour: new FixedColumn(4),
    trace_id: new FixedColumn(16),
    first_start: new FixedColumn(8),
    last_end: new FixedColumn(8),
    spans: new FixedColumn(8),
    errors: new FixedColumn(8),
    root_service: new StringColumn(),
    root_name: new StringColumn(),
    root_status: new FixedColumn(1),
    services: { data: () => services.ends.array(services.names.data()) },
    known: new FixedColumn(4),
    batch: new StringColumn(),
  };
  return { builders, services };
}

function openColumns(knownSeconds: number) {
  const { builders, services } = openBuilders();
  const finish = (batchName: string): void => {
    services.ends.push(services.names.rows);
    builders.known.push(knownSeconds);
    builders.batch.pushText(batchName);
  };
  const pushRoot = (service: string, name: string, status: number): void => {
    builders.root_service.pushText(service);
    builders.root_name.pushText(name);
    builders.root_status.push(status);
  };
  return {
    push: (spans: SpanColumnsView, fragment: TraceSummaryFragment, names: BatchNames): void => {
      const { sample, first, last, root } = fragment;
      builders.organization.pushUuid(names.organizationBytes(spans.organization[sample] ?? 0), 0);
      builders.hour.push(hourOf(spans.endSeconds[last] as number));
      builders.trace_id.pushUuid(spans.traceIds, sample * 16);
      builders.first_start.pushHalves(...words(spans.start, first));
      builders.last_end.pushHalves(...words(spans.end, last));
      builders.spans.pushInteger(fragment.spans);
      builders.errors.pushInteger(fragment.errors);
      if (root < 0) pushRoot('', '', 0);
      else {
        const service = names.service(spans.service[root] as number);
        pushRoot(service, names.name(spans.name[root] as number), spans.status[root] as number);
      }
      for (const service of fragment.services) services.names.pushText(names.service(service));
      finish('');
    },
    pushMarker: (hour: number, batchName: string): void => {
      builders.organization.pushUuid(nilOrganizationBytes, 0);
      builders.hour.push(hour);
      builders.trace_id.pushUuid(nilOrganizationBytes, 0);
      builders.first_start.pushHalves(0, 0);
      builders.last_end.pushHalves(0, 0);
      builders.spans.pushInteger(1);
      builders.errors.pushInteger(0);
      pushRoot('', '', 0);
      finish(batchName);
    },
    all: () => withColumnNames(types, builders),
  };
}

const words = (times: Uint32Array, row: number): [low: number, high: number] => [
  times[row * 2] as number,
  times[row * 2 + 1] as number,
];
