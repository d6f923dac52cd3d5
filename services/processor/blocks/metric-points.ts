import { setImmediate as otherWork } from 'node:timers/promises';
import type { MetricBatch } from '../../../platform/otlp/metric-batch.ts';
import { batchName } from '../core/range.ts';
import { distinctSeries, type SeriesEntries } from '../core/series.ts';
import { batchTables, secondsPerDay } from '../core/tables.ts';
import type { BatchInput } from '../decode/batch-input.ts';
import { type BatchMetadata, partitionsOf } from './marker.ts';
import { requestRows } from './requests.ts';
import { packGroups, type SeriesGroups } from './series-groups.ts';
import { type Block, noRowId, splitByPartition, type TableBlock } from './table-block.ts';

/** The series of a batch of points, and what they belong to. */
export type BatchSeries = { readonly groups: SeriesGroups; readonly entries: SeriesEntries };

export type PointBlocks = {
  /** Those of points are withEntryIds with the entries of their rows; markers have none. */
  readonly blocks: readonly Block[];
  readonly series: BatchSeries;
};

/** What a batch of data points becomes in every table. */
export async function finishMetrics(
  points: MetricBatch,
  { requests, range, knownSeconds }: BatchInput,
): Promise<PointBlocks> {
  const stamp = { name: batchName(range), knownSeconds };
  const { groups, entries, entryOf } = distinctSeries(points.facts(), secondsPerDay);
  const series = { groups: await packGroups(groups, points), entries };
  const blocks: Block[] = [];
  for (const rows of [
    () => resourceRows(points, stamp),
    () => pointRows(points, entryOf, stamp),
    () => requestRows(range, requests, stamp),
  ]) {
    await otherWork();
    blocks.push(...(await splitByPartition(rows())));
  }
  return { blocks, series };
}

const nanosPerSecond = 1_000_000_000n;

function pointRows(
  points: MetricBatch,
  entryOf: Uint32Array,
  { name, knownSeconds }: BatchMetadata,
): TableBlock {
  const { seconds } = points.facts();
  const days = partitionsOf('metric_points', seconds);
  for (const day of days) {
    points.pushMarker({ dayNanos: BigInt(day) * nanosPerSecond, batch: name });
  }
  const partitions = new Uint32Array(seconds.length + days.length);
  for (let row = 0; row < seconds.length; row++) {
    partitions[row] = batchTables.metric_points.partition(seconds[row] as number);
  }
  partitions.set(days, seconds.length);
  const entryIds = new Uint32Array(partitions.length).fill(noRowId);
  entryIds.set(entryOf);
  return {
    table: 'metric_points',
    columns: points.columns({ knownSeconds }),
    partitions,
    entryIds,
  };
}

function resourceRows(points: MetricBatch, { name, knownSeconds }: BatchMetadata): TableBlock {
  if (points.resourceRows > 0) points.pushResourceMarker({ batch: name });
  return {
    table: 'resources',
    columns: points.resourceColumns({ knownSeconds }),
    partitions: new Array<number>(points.resourceRows).fill(0),
  };
}
