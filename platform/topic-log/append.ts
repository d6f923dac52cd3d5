import { partitionOf } from '../../schemas/partition.ts';
import { telemetryHeaders } from '../../schemas/topics.ts';
import type { Environment } from '../lmdb/environment.ts';
import { type AppendQueue, createAppendQueue, type Size } from './append-queue.ts';
import type { LogTables } from './lmdb-tables.ts';
import { type OpenTopic, type PartitionLog, partitionLog } from './partition-log.ts';
import type { NewRecord, PartitionOffset } from './port.ts';
import { encodeRecord } from './record-codec.ts';
import type { TailCache } from './tail-cache.ts';
import { type PlacedRecord, valuesOf } from './values-of-commit.ts';

type EncodedRecord = Pick<PlacedRecord, 'log' | 'value' | 'isCompressed'>;

export type Append = Size & { readonly encoded: readonly EncodedRecord[] };

export type Appender = AppendQueue<Append, readonly PartitionOffset[]>;

/**
 * Gives records their offsets and writes them, one batch of the queue after the other, so that
 * the counters in memory are the log's ends whenever a batch begins.
 */
export function createAppender(
  environment: Environment,
  tables: LogTables,
  recent: TailCache,
): Appender {
  return createAppendQueue(async batch => {
    const ends = new Map<PartitionLog, number>();
    try {
      const places = batch.map(({ encoded }) => encoded.map(record => place(record, ends)));
      const values = await valuesOf(placedIn(batch, places));
      await environment.batch(() => {
        for (const { log, last, value } of values)
          tables.putValue(log.topicNumber, log.partition, last, value);
      });
      for (const [log, end] of ends) log.end = end;
      remember(batch, places, recent);
      return places;
    } catch (error) {
      // A commit may fail after it reached the disk; only the disk knows how far the log goes.
      for (const log of ends.keys()) log.end = tables.bounds(log.topicNumber, log.partition).end;
      throw error;
    } finally {
      for (const log of ends.keys()) log.appended.ring();
    }
  });
}

/** Only what is on disk: a record that a power cut can remove must not be read. */
function remember(
  batch: readonly Append[],
  places: readonly (readonly PartitionOffset[])[],
  recent: TailCache,
): void {
  for (const { log, offset, value } of placedIn(batch, places)) recent.add(log, offset, value);
}

export function encodeAppend(
  topic: OpenTopic,
  records: readonly NewRecord[],
  appendedAtMs: number,
): Append {
  const encoded = records.map(record => {
    const partition = record.partition ?? partitionOf(record.key, topic.partitions.length);
    const isCompressed = record.headers[telemetryHeaders.codec] !== undefined;
    const value = encodeRecord(record, appendedAtMs);
    return { log: partitionLog(topic, partition), value, isCompressed };
  });
  const bytes = encoded.reduce((sum, { value }) => sum + value.length, 0);
  return { records: encoded.length, bytes, encoded };
}

/** The next offset of its partition. */
function place({ log }: EncodedRecord, ends: Map<PartitionLog, number>): PartitionOffset {
  const offset = ends.get(log) ?? log.end;
  ends.set(log, offset + 1);
  return { partition: log.partition, offset };
}

function* placedIn(
  batch: readonly Append[],
  places: readonly (readonly PartitionOffset[])[],
): Iterable<PlacedRecord> {
  for (const [append, { encoded }] of batch.entries())
    for (const [record, { log, value, isCompressed }] of encoded.entries()) {
      const found = places[append]?.[record];
      if (found !== undefined) yield { log, offset: found.offset, value, isCompressed };
    }
}
