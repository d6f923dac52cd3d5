/** Every limit of the ingest-api. */
export const limits = {
  /** A larger body goes to the blob store and the record carries its name. */
  recordBytesMax: 900 * 1024,
  /** A body that is no OTLP is looked at as another known shape up to this length. */
  foreignBytesMax: 256 * 1024,
  /**
   * A longer body is examined in a thread. The dearest of this length, nothing but empty spans, takes
   * 35 ms; 512 ordinary spans in protobuf have 270,000 bytes and take less than one.
   */
  examinedAtOnceBytesMax: 320 * 1024,
  examineThreads: {
    threadsMax: 2,
    queuedMax: 32,
    /** The dearest body of 50 MiB takes less than two seconds of an idle processor. */
    taskMsMax: 20_000,
    idleMsMax: 10_000,
    heapMiBMax: 256,
  },
  /** Characters of a sender's User-Agent that are kept. */
  clientLengthMax: 100,
} as const;
