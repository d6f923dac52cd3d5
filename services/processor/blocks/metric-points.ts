import { setImmediate as otherWork } from 'node:timers/promises';
import type { MetricBatch } from '../../../platform/otlp/metric-batch.ts';
import { batchName } from '../core/range.ts';
import { batchTables } from '../core/tables.ts';
import type { SeriesCap } from '../series-cap.ts';
import type { BatchBlocks, Finishing } from '../signal.ts';
import { type Block, splitByPartition, type TableRows } from '../table-rows.ts';
import { type BatchStamp, partitionsOf } from './marker.ts';
import { requestRows } from './requests.ts';

/** What a batch of data points becomes in every table. */
export async function finishMetrics(
  points: MetricBatch,
  cap: SeriesCap,
  { requests, range, knownSeconds, signal }: Finishing,
): Promise<BatchBlocks> {
  const stamp = { name: batchName(range), knownSeconds };
  const others = await cap.others(points, signal);
  const blocks: Block[] = [];
  for (const rows of [
    () => pointRows(points, others, stamp),
    () => resourceRows(points, stamp),
    () => requestRows(range, requests, stamp),
  ]) {
    await otherWork();
    blocks.push(...splitByPartition(rows()));
  }
  return { windows: [], blocks };
}

const nanosPerSecond = 1_000_000_000n;

function pointRows(
  points: MetricBatch,
  others: ReadonlySet<number>,
  { name, knownSeconds }: BatchStamp,
): TableRows {
  const { seconds } = points.facts();
  const days = partitionsOf('metric_points', seconds);
  for (const day of days) {
    points.pushMarker({ dayNanos: BigInt(day) * nanosPerSecond, batch: name });
  }
  return {
    table: 'metric_points',
    columns: points.columns({ knownSeconds }, others),
    partitions: [...Array.from(seconds, batchTables.metric_points.partition), ...days],
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
