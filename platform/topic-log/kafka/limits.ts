/** Every limit of the log on Kafka. */
export const kafkaLimits = {
  connectionTimeoutMs: 3_000,
  requestTimeoutMs: 10_000,
  /** With the pauses between them, a broker that restarts is waited for, and a request is answered. */
  retries: 5,
  /** A consumer that waits out a restart of its coordinator keeps its place in the group. */
  consumerRetries: 12,
  retryPauseMs: 100,
  retryPauseMsMax: 1_000,
  /** Bytes of records that one batch of a partition may hold; a larger record goes alone. */
  batchBytesMax: 2 * 1024 * 1024,
  /** What topics are created with: a batch, or a record of a million bytes with its headers. */
  messageBytesMax: 4 * 1024 * 1024,
  /** Of a batch when it is inflated: the largest that a topic takes, compressed well by another program. */
  inflatedBatchBytesMax: 32 * 1024 * 1024,
  sessionTimeoutMs: 10_000,
  heartbeatMs: 2_000,
  rebalanceTimeoutMs: 20_000,
  /** How long a fetch waits for records; also how late a partition may come back from a pause. */
  fetchWaitMs: 200,
  fetchPartitionBytesMax: 2 * 1024 * 1024,
  fetchBytesMax: 16 * 1024 * 1024,
  /** Read ahead of one partition; a fetch that crosses it is still taken. */
  bufferBytesMax: 4 * 1024 * 1024,
  /** What a record costs beyond its value. */
  recordBytes: 256,
  /** Between a run that failed and the next of the same partition. */
  reassignPauseMs: 1_000,
  /** Between a consumer that ended by itself and the next. */
  reconnectPauseMs: 1_000,
  disconnectMsMax: 10_000,
  checkMsMax: 5_000,
  /** How long a topic may be unknown that was created, by us or by another process. */
  createdMsMax: 10_000,
  createdPauseMs: 50,
} as const;
