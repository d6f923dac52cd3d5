import { setTimeout as wait } from 'node:timers/promises';
import type { BlobStore } from '../../../platform/blob-store/port.ts';
import { recordsFrom } from '../../../platform/consumers/records-from.ts';
import { unlessUnavailable } from '../../../platform/errors.ts';
import type { LogRecord, TopicLog } from '../../../platform/topic-log/port.ts';
import { bodyNames, isBodyBefore } from '../../../schemas/retention.ts';
import { type Consumer, deadLetterTopic, telemetryHeaders } from '../../../schemas/topics.ts';
import { limits } from '../config.ts';

export type SweepDependencies = {
  readonly topicLog: TopicLog;
  readonly blobStore: BlobStore;
  readonly clock: () => number;
  /** Who reads records that may name a body, and where. */
  readonly consumers: readonly Consumer[];
  /** As long as the log keeps a record. */
  readonly keptMs: number;
  readonly swept: (bodies: number) => void;
};

/** Sweeps now and then until the signal aborts; engines that are away are tried again the next time. */
export async function runBlobGarbageCollection(
  dependencies: SweepDependencies,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const bodies = await collectUnreferencedBlobs(dependencies, signal);
      if (bodies > 0) dependencies.swept(bodies);
    } catch (error) {
      if (!signal.aborted) unlessUnavailable(error);
    }
    await wait(limits.bodySweepMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Deletes the bodies of days that no record of the log is as old as, but for those that an unread
 * record or a dead letter names. Unread records are looked at first: one that is buried meanwhile is
 * then found among the dead letters.
 */
export async function collectUnreferencedBlobs(
  { topicLog, blobStore, clock, consumers, keptMs }: SweepDependencies,
  signal: AbortSignal,
): Promise<number> {
  const beforeMs = clock() - keptMs - limits.bodyMarginMs;
  const old = new Set<string>();
  for await (const name of blobStore.list(bodyNames)) {
    if (isBodyBefore(name, beforeMs)) old.add(name);
    if (old.size === limits.bodiesSweptMax) break;
  }
  if (old.size === 0) return 0;
  for await (const { headers } of namingRecords(consumers, topicLog)) {
    signal.throwIfAborted();
    old.delete(headers[telemetryHeaders.claim] ?? '');
  }
  for (const name of old) {
    signal.throwIfAborted();
    await blobStore.delete(name);
  }
  return old.size;
}

const readLimits = { recordsMax: limits.readRecordsMax, bytesMax: limits.readBytesMax };

async function* namingRecords(
  consumers: SweepDependencies['consumers'],
  topicLog: TopicLog,
): AsyncIterable<LogRecord> {
  for (const { group, topic } of consumers) {
    for (const { partition, committed, end } of await topicLog.lag(group, topic)) {
      const read = { ...readLimits, end };
      yield* recordsFrom(topic, { partition, offset: committed }, read, topicLog);
    }
  }
  for (const topic of consumers.map(consumer => deadLetterTopic(consumer.topic))) {
    const partitions = await topicLog.partitions(topic);
    for (let partition = 0; partition < partitions; partition++) {
      yield* recordsFrom(topic, { partition, offset: 0 }, readLimits, topicLog);
    }
  }
}
