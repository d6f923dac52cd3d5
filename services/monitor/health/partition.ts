import type { AssignedPartition } from '../../../platform/topic-log/port.ts';
import { limits } from '../config.ts';
import { type HealthMonitoring, PartitionRun } from './partition-run.ts';

/**
 * Monitors the checks of one partition of `samples` for as long as this process owns it. Every result goes through the topic: what follows from
 * it is decided in the order of the partition, independent of the process that recorded it, and a second result for the same due instant changes
 * nothing. Reports are durable before the offset is committed; their ids follow from the place of the sample, so repeating
 * them changes nothing either.
 */
export async function monitorPartition(
  partition: AssignedPartition,
  dependencies: HealthMonitoring,
): Promise<void> {
  const over = new AbortController();
  const signal = AbortSignal.any([partition.signal, over.signal]);
  try {
    const run = new PartitionRun({ ...partition, signal }, dependencies);
    await run.begin();
    while (!signal.aborted) await run.step(limits.health.readWaitMs);
  } catch (error) {
    if (!partition.signal.aborted) throw error;
  } finally {
    over.abort();
  }
}
