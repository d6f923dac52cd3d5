import { telemetryHeaders } from '../../schemas/topics.ts';
import type { PartitionLag, TopicLog } from '../topic-log/port.ts';

export type WatermarkDependencies = {
  readonly topicLog: Pick<TopicLog, 'lag' | 'read'>;
  readonly clock: () => number;
  /** The consumer group that writes the warehouse, and what it reads. */
  readonly group: string;
  readonly topic: string;
};

/** How far the warehouse is with one topic. */
export type Progress = {
  /** Everything that was accepted before this instant is in the warehouse. */
  readonly watermarkMs: number;
  readonly lags: readonly PartitionLag[];
};

/**
 * The clock is read first: what is accepted after that may be missing in the ends of the partitions.
 * Where a partition lags, everything accepted before its first open record was received lies before it.
 */
export async function readIngestWatermark({
  topicLog,
  clock,
  group,
  topic,
}: WatermarkDependencies): Promise<Progress> {
  const nowMs = clock();
  const lags = await topicLog.lag(group, topic);
  const behind = lags.filter(({ committed, end }) => committed < end);
  const instants = await Promise.all(
    behind.map(async ({ partition, committed: offset }) => {
      const place = { partition, offset };
      const [record] = await topicLog.read(topic, place, { recordsMax: 1, bytesMax: 1 });
      if (record === undefined)
        throw new Error(`expected a record at ${topic}-${partition}:${offset}, found none`);
      const { headers, appendedAtMs } = record;
      return Number(headers[telemetryHeaders.receivedAtMs] ?? appendedAtMs);
    }),
  );
  return { watermarkMs: Math.min(nowMs, ...instants), lags };
}
