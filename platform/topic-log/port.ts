import type { Running } from '../lifecycle.ts';

export type TopicSpec = {
  readonly topic: string;
  /** Fixed when the topic is created; a different count later is a refusal to start. */
  readonly partitions: number;
  /** The count is for a new topic: one that exists keeps its own. */
  readonly keepsPartitions?: boolean;
  readonly retentionMs: number;
};

export type NewRecord = {
  /** Chooses the partition (murmur2, as Kafka's own producers), unless `partition` is given. */
  readonly key: string;
  readonly partition?: number;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
};

export type LogRecord = {
  readonly partition: number;
  /** Position in its partition, from 0, without holes before the retention takes the oldest. */
  readonly offset: number;
  readonly key: string;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  readonly appendedAtMs: number;
};

export type PartitionOffset = { readonly partition: number; readonly offset: number };

/** `offset`: the next record to handle. `metadata`: the note its committer left, '' if none. */
export type OffsetAndMetadata = { readonly offset: number; readonly metadata: string };

export type ReadLimits = {
  readonly recordsMax: number;
  /** Reached by the record that crosses it, so one record is always returned. */
  readonly bytesMax: number;
  /** How long to wait for a first record; 0 answers at once. */
  readonly waitMs: number;
};

/**
 * A partition while this process owns it. `signal` aborts when it no longer does; what was
 * read before must then be thrown away. Every commit is fenced: one that would run for a
 * former owner throws `ProducerFenced` and changes nothing.
 */
export type AssignedPartition = {
  readonly topic: string;
  readonly partition: number;
  readonly signal: AbortSignal;
  /** Read from the log itself, never from a cache. Undefined: nothing was committed yet. */
  committed(): Promise<OffsetAndMetadata | undefined>;
  /** Records from `offset` on, in order; an offset older than the retention starts at the oldest. */
  read(offset: number, limits: ReadLimits): Promise<readonly LogRecord[]>;
  commit(committed: OffsetAndMetadata): Promise<void>;
};

export type ConsumeOptions = {
  readonly group: string;
  readonly topic: string;
  /**
   * Runs for as long as the partition is owned. When it rejects, the partition is given up and
   * assigned again after a pause; `failed` gets the error.
   */
  readonly run: (partition: AssignedPartition) => Promise<void>;
  readonly onFailed: (error: unknown, partition: { topic: string; partition: number }) => void;
};

export type PartitionLag = {
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
  readonly committed: number;
  /** Offset that the next record will get. */
  readonly end: number;
  /** Left with the committed offset; absent when empty. */
  readonly metadata?: string;
};

/** Ordered, partitioned, durable records. Throws `Unavailable` when the engine cannot be reached. */
export type TopicLog = {
  /** Creates what is missing; throws a plain Error naming the topic whose partition count differs and may not. */
  createTopics(topics: readonly TopicSpec[]): Promise<void>;
  partitions(topic: string): Promise<number>;
  /** Resolves when every record is durable, with their places in the order given. */
  append(topic: string, records: readonly NewRecord[]): Promise<readonly PartitionOffset[]>;
  /** Reads without a group: for operators and tests. */
  read(
    topic: string,
    place: PartitionOffset,
    limits: Omit<ReadLimits, 'waitMs'>,
  ): Promise<readonly LogRecord[]>;
  consume(options: ConsumeOptions): Promise<Running>;
  lag(group: string, topic: string): Promise<readonly PartitionLag[]>;
  /** Throws `Unavailable` when an append would fail now. */
  check(): Promise<void>;
  close(): Promise<void>;
};
