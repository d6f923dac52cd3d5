import { ArrayEnds } from '../../../platform/columns/array.ts';
import { FixedColumn } from '../../../platform/columns/fixed.ts';
import { StringColumn } from '../../../platform/columns/strings.ts';
import { hourSeconds } from '../../../schemas/window.ts';
import type { SpanFigures } from '../core/figures.ts';
import { batchTables, secondsPerDay } from '../core/tables.ts';
import type { Fragments } from '../core/traces.ts';
import type { TableRows } from '../table-rows.ts';
import { type BatchStamp, nilOrganizationBytes, partitionsOf } from './marker.ts';

/** Indexes of a batch of spans and what they stand for. */
export type BatchNames = {
  readonly organizationBytes: (index: number) => Buffer;
  readonly service: (index: number) => string;
  readonly name: (index: number) => string;
};

/** One row for each trace of the batch: its fragment in `traces`. */
export function traceRows(
  spans: SpanFigures,
  fragments: Fragments,
  names: BatchNames,
  stamp: BatchStamp,
): TableRows {
  const columns = openTraceColumns(stamp.knownSeconds);
  const hours = fragments.last.map(row => hourOf(spans.endSeconds[row] as number));
  hours.forEach((hour, fragment) => {
    columns.pushFragment(spans, fragments, fragment, hour, names);
  });
  const markers = partitionsOf('traces', hours);
  for (const hour of markers) columns.pushMarker(hour, stamp.name);
  const partitions = [...hours.map(batchTables.traces.partition), ...markers];
  return { table: 'traces', columns: columns.all(), partitions };
}

/** One row for each trace of the batch: what a plan counts in the month of receipt. */
export function usageRows(
  spans: SpanFigures,
  fragments: Fragments,
  names: BatchNames,
  stamp: BatchStamp,
): TableRows {
  const organization = new FixedColumn(16);
  const month = new FixedColumn(2);
  const trace = new FixedColumn(16);
  const known = new FixedColumn(4);
  const batch = new StringColumn();
  const push = (owner: Buffer, seconds: number, ids: Uint8Array, at: number, name: string) => {
    organization.pushUuid(owner, 0);
    month.push(seconds / secondsPerDay);
    trace.pushUuid(ids, at);
    known.push(stamp.knownSeconds);
    batch.pushText(name);
  };
  fragments.sample.forEach((row, fragment) => {
    const owner = names.organizationBytes(spans.organization[row] as number);
    push(owner, fragments.month[fragment] as number, spans.traceId, row * 16, '');
  });
  const markers = partitionsOf('usage', fragments.month);
  for (const seconds of markers) push(nilOrganizationBytes, seconds, nilOrganizationBytes, 0, stamp.name);
  return {
    table: 'usage',
    columns: [
      { name: 'organization', type: 'UUID', data: organization.data() },
      { name: 'month', type: 'Date', data: month.data() },
      { name: 'trace_id', type: 'UUID', data: trace.data() },
      { name: 'known', type: "DateTime('UTC')", data: known.data() },
      { name: 'batch', type: 'String', data: batch.data() },
    ],
    partitions: [...fragments.month, ...markers],
  };
}

const hourOf = (seconds: number): number => seconds - (seconds % hourSeconds);

function openTraceColumns(knownSeconds: number) {
  const organization = new FixedColumn(16);
  const hour = new FixedColumn(4);
  const trace = new FixedColumn(16);
  const firstStart = new FixedColumn(8);
  const lastEnd = new FixedColumn(8);
  const count = new FixedColumn(8);
  const errors = new FixedColumn(8);
  const rootService = new StringColumn();
  const rootName = new StringColumn();
  const rootStatus = new FixedColumn(1);
  const serviceEnds = new ArrayEnds();
  const services = new StringColumn();
  const known = new FixedColumn(4);
  const batch = new StringColumn();
  const pushRoot = (spans: SpanFigures, root: number, names: BatchNames): void => {
    rootService.pushText(root < 0 ? '' : names.service(spans.service[root] as number));
    rootName.pushText(root < 0 ? '' : names.name(spans.name[root] as number));
    rootStatus.push(root < 0 ? 0 : (spans.status[root] as number));
  };
  const finish = (batchName: string): void => {
    serviceEnds.push(services.rows);
    known.push(knownSeconds);
    batch.pushText(batchName);
  };
  return {
    pushFragment: (
      spans: SpanFigures,
      fragments: Fragments,
      fragment: number,
      inHour: number,
      names: BatchNames,
    ): void => {
      const sample = fragments.sample[fragment] as number;
      const first = (fragments.first[fragment] as number) * 2;
      const last = (fragments.last[fragment] as number) * 2;
      organization.pushUuid(names.organizationBytes(spans.organization[sample] as number), 0);
      hour.push(inHour);
      trace.pushUuid(spans.traceId, sample * 16);
      firstStart.pushHalves(spans.start[first] as number, spans.start[first + 1] as number);
      lastEnd.pushHalves(spans.end[last] as number, spans.end[last + 1] as number);
      count.pushInteger(fragments.spans[fragment] as number);
      errors.pushInteger(fragments.errors[fragment] as number);
      pushRoot(spans, fragments.root[fragment] as number, names);
      for (const service of fragments.services[fragment] ?? []) {
        services.pushText(names.service(service));
      }
      finish('');
    },
    pushMarker: (inHour: number, batchName: string): void => {
      organization.pushUuid(nilOrganizationBytes, 0);
      hour.push(inHour);
      trace.pushUuid(nilOrganizationBytes, 0);
      firstStart.pushHalves(0, 0);
      lastEnd.pushHalves(0, 0);
      count.pushInteger(1);
      errors.pushInteger(0);
      rootService.pushEmpty();
      rootName.pushEmpty();
      rootStatus.push(0);
      finish(batchName);
    },
    all: () => [
      { name: 'organization', type: 'UUID', data: organization.data() },
      { name: 'hour', type: "DateTime('UTC')", data: hour.data() },
      { name: 'trace_id', type: 'UUID', data: trace.data() },
      { name: 'first_start', type: "DateTime64(9, 'UTC')", data: firstStart.data() },
      { name: 'last_end', type: "DateTime64(9, 'UTC')", data: lastEnd.data() },
      { name: 'spans', type: 'UInt64', data: count.data() },
      { name: 'errors', type: 'UInt64', data: errors.data() },
      { name: 'root_service', type: 'String', data: rootService.data() },
      { name: 'root_name', type: 'String', data: rootName.data() },
      { name: 'root_status', type: 'UInt8', data: rootStatus.data() },
      { name: 'services', type: 'Array(String)', data: serviceEnds.array(services.data()) },
      { name: 'known', type: "DateTime('UTC')", data: known.data() },
      { name: 'batch', type: 'String', data: batch.data() },
    ],
  };
}
