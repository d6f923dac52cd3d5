import { FixedColumn } from '../../../platform/columns/fixed.ts';
import { StringColumn } from '../../../platform/columns/strings.ts';
import { withColumnNames } from '../../../platform/columns/with-column-names.ts';
import type { SpanColumnsView } from '../core/span-columns-view.ts';
import { secondsPerDay } from '../core/tables.ts';
import type { TraceSummaryFragment } from '../core/traces.ts';
import { type BatchMetadata, nilOrganizationBytes, partitionsOf } from './marker.ts';
import type { TableBlock } from './table-block.ts';
import type { BatchNames } from './traces.ts';

const types = {
  organization: 'UUID',
  month: 'Date',
  trace_id: 'UUID',
  known: "DateTime('UTC')",
  batch: 'String',
} as const;

/** One row for each trace of the batch: what a plan counts in the month of receipt. */
export function usageRows(
  spans: SpanColumnsView,
  fragments: readonly TraceSummaryFragment[],
  names: Pick<BatchNames, 'organizationBytes'>,
  stamp: BatchMetadata,
): TableBlock {
  const builders = {
    organization: new FixedColumn(16),
    month: new FixedColumn(2),
    trace_id: new FixedColumn(16),
    known: new FixedColumn(4),
    batch: new StringColumn(),
  };
  const push = (owner: Buffer, month: number, ids: Uint8Array, at: number, name: string): void => {
    builders.organization.pushUuid(owner, 0);
    builders.month.push(month / secondsPerDay);
    builders.trace_id.pushUuid(ids, at);
    builders.known.push(stamp.knownSeconds);
    builders.batch.pushText(name);
  };
  for (const { sample, month } of fragments) {
    const owner = names.organizationBytes(spans.organization[sample] as number);
    push(owner, month, spans.traceIds, sample * 16, '');
  }
  const months = fragments.map(({ month }) => month);
  const markers = partitionsOf('usage', months);
  for (const month of markers) {
    push(nilOrganizationBytes, month, nilOrganizationBytes, 0, stamp.name);
  }
  return {
    table: 'usage',
    columns: withColumnNames(types, builders),
    partitions: [...months, ...markers],
  };
}
