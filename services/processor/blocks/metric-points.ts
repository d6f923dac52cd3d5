import { setImmediate as otherWork } from 'node:timers/promises';
import type { MetricBatch } from '../../../platform/otlp/metric-batch.ts';
import type { BatchToFold } from '../batch-to-fold.ts';
import { batchName } from '../core/range.ts';
import { distinctSeries, type SeriesEntries } from '../core/series.ts';
import { batchTables, secondsPerDay } from '../core/tables.ts';
import { type Block, splitByPartition, type TableRows } from '../table-rows.ts';
import { type BatchStamp, partitionsOf } from './marker.ts';
import { openOrganizations } from './organizations.ts';
import { requestRows } from './requests.ts';

/** The series of a batch of points, by the names of what they belong to. */
export type BatchSeries = {
  readonly groups: {
    readonly organizations: readonly string[];
    readonly services: readonly string[];
    readonly metrics: readonly string[];
    readonly days: Uint32Array;
  };
  readonly entries: SeriesEntries;
};

export type PointBlocks = {
  /** Those of points are tagged with the entries of their rows; markers have none. */
  readonly blocks: readonly Block[];
  readonly series: BatchSeries;
};

/** The tag of a row that is no point. */
export const noEntry = 0xffff_ffff;

/** What a batch of data points becomes in every table. */
export async function finishMetrics(
  points: MetricBatch,
  { requests, range, knownSeconds }: BatchToFold,
): Promise<PointBlocks> {
  const stamp = { name: batchName(range), knownSeconds };
  const { groups, entries, entryOf } = distinctSeries(points.facts(), secondsPerDay);
  const organizations = openOrganizations(() => points.organizations);
  const series = {
    groups: {
      organizations: Array.from(groups.organization, index => organizations.text(index)),
      services: Array.from(groups.service, index => points.serviceText(index)),
      metrics: Array.from(groups.metric, index => points.metricText(index)),
      days: groups.day,
    },
    entries,
  };
  const blocks: Block[] = [];
  for (const rows of [
    () => pointRows(points, entryOf, stamp),
    () => resourceRows(points, stamp),
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
  { name, knownSeconds }: BatchStamp,
): TableRows {
  const { seconds } = points.facts();
  const days = partitionsOf('metric_points', seconds);
  for (const day of days) {
    points.pushMarker({ dayNanos: BigInt(day) * nanosPerSecond, batch: name });
  }
  const tags = new Uint32Array(entryOf.length + days.length).fill(noEntry);
  tags.set(entryOf);
  return {
    table: 'metric_points',
    columns: points.columns({ knownSeconds }),
    partitions: [...Array.from(seconds, batchTables.metric_points.partition), ...days],
    tags,
  };
}

function resourceRows(points: MetricBatch, { name, knownSeconds }: BatchStamp): TableRows {
  if (points.resourceRows > 0) points.pushResourceMarker({ batch: name });
  return {
    table: 'resources',
    columns: points.resourceColumns({ knownSeconds }),
    partitions: new Array<number>(points.resourceRows).fill(0),
  };
}
