import { withColumnNames } from '../../../platform/columns/with-column-names.ts';
import type { BatchRange } from '../core/range.ts';
import type { BatchMetadata } from './marker.ts';
import {
  emptyRequest,
  openRequestColumns,
  pushWithMarkers,
  type RequestRow,
  requestTypes,
} from './request-columns.ts';
import type { TableBlock } from './table-block.ts';

/** One row for each parked request of the batch: where it lies until it counts. */
export function parkedRows(
  range: Pick<BatchRange, 'topic' | 'partition'>,
  requests: readonly RequestRow[],
  stamp: BatchMetadata,
): TableBlock {
  const { builders, push } = openRequestColumns(range, stamp.knownSeconds);
  const partitions = pushWithMarkers('parked', requests, stamp, { empty: emptyRequest, push });
  return { table: 'parked', columns: withColumnNames(requestTypes, builders), partitions };
}
