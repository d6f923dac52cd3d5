/** Every limit of the processor. */
export const limits = {
  /** Batches of spans in memory at once: while one is inserted, the next is formed. */
  batchesAtOnce: 2,
  /** The same for batches of data points. */
  metricBatchesAtOnce: 1,
  /** The same for batches of samples. */
  sampleBatchesAtOnce: 1,
  /** Samples whose earlier copies are looked up in the warehouse at once. */
  samplesLookedUpMax: 2_000,
  /** From so many rows on the memory of a batch is kept for the next. */
  batchRowsReused: 10_000,
  /** Series of one metric of one service in a day; points of the rest lose their attributes. */
  seriesMax: 2_000,
  /** Operations of one service and services of one organization in a day; windows of the rest are `(other)`. */
  operationsMax: 1_000,
  servicesMax: 2_000,
  /** Services of which the operations are read from the warehouse at once. */
  operationGroupsAtOnce: 500,
  /** Operations that are remembered before they are read from the warehouse again, each as so many digits. */
  operationsRememberedMax: 500_000,
  digestCharacters: 12,
  /** Metrics whose series are counted in the warehouse at once, and series that are read from it at once. */
  seriesGroupsAtOnce: 500,
  seriesLearnedAtOnce: 20_000,
  /** Series that are remembered before they are read from the warehouse again. */
  seriesRememberedMax: 500_000,
  /** Records after which a batch is cut: clients that send one span a request. */
  batchRecordsMax: 20_000,
  /** Bytes of one read from the log. */
  readBytesMax: 4 * 1024 * 1024,
  readRecordsMax: 5_000,
  /** How long one read waits for a first record. */
  readWaitMs: 1_000,
  /** How long an idle processor waits for company of a first record. */
  lingerIdleMs: 20,
  /** Longest wait for a fuller batch: each is an insert into ten tables, and their parts are merged. */
  lingerMs: 2_000,
  /** Under load a batch is begun no sooner than this many times the last one's cost after it. */
  lingerPerCost: 3,
  /** Forming a batch gives way to other work after this long: a query waits for several such turns. */
  sliceMs: 2,
  /**
   * A batch with a longer body is folded in a thread. The dearest of this length, nothing but empty
   * spans, takes 35 ms; 512 ordinary spans in protobuf have 270,000 bytes and take two.
   */
  foldedAtOnceBytesMax: 320 * 1024,
  foldThreads: {
    threadsMax: 1,
    queuedMax: 8,
    taskMsMax: 60_000,
    idleMsMax: 10_000,
    heapMiBMax: 768,
  },
  /** Bytes that are copied before other work gets its turn. */
  copiedAtOnceBytesMax: 4 * 1024 * 1024,
  insertRoundsMax: 5,
  insertPauseMs: 500,
  /** How often unreferenced bodies are searched, and how many are deleted at once. */
  bodySweepMs: 3_600_000,
  bodiesSweptMax: 10_000,
  /** Beyond the time for which the log keeps records: clocks differ, and a day is not over everywhere. */
  bodyMarginMs: 86_400_000,
  /** Requests with the same content within this time are one. */
  repeatHours: 24,
  /** Memory that says which spans were never seen; what it has no room for is looked up. Organizations share it. */
  fingerprintBytesMax: 128 * 1024 * 1024,
  /** When it is full, so much of it is freed at once. */
  fingerprintBytesFreed: 16 * 1024 * 1024,
  /** Spans that end in the same five minutes come within a few more; those that are sent again later are looked up. */
  fingerprintsIdleMs: 15 * 60_000,
  /** Groups of spans of which it is asked at once whether the warehouse has any. */
  spanGroupsAtOnce: 500,
  /** Spans that are looked up in the warehouse at once. */
  spansLookedUpMax: 2_000,
  /** Spans that are looked at before other work gets its turn. */
  spansHashedAtOnce: 4_096,
  /** Both ends of a call end, and are received, at most so long apart; others are not joined. */
  callWithinMs: 120_000,
  /** For so long beyond that an end stays in memory: requests are not quite in the order of their receipt. */
  callSlackMs: 60_000,
  /**
   * Memory of the ends of calls. Organizations share it; of what it has no room for the keys are known, so that only these
   * are looked up. Half a minute at 30,000 ends a second: few calls have ends that come further apart.
   */
  callEndBytesMax: 96 * 1024 * 1024,
  /** Ends that are looked at before other work gets its turn. */
  callEndsTakenAtOnce: 256,
  /** Ends in one table: a table that grows is copied. */
  callEndsOfTableMax: 131_072,
  /** An organization that sends nothing for so long has none in memory. */
  callEndsIdleMs: 15 * 60_000,
  /** Callers with the same ids that are told apart. */
  callersOfOneIdMax: 4,
  /** Keys of ends that are looked up in the warehouse at once, and ends that are read for one organization. */
  callEndsLookedUpMax: 1_000,
  callEndsReadMax: 20_000,
  /** Edges of one organization in a day to callees of one type, so there are at most twice as many nodes; the rest are `(other)`. */
  edgesMax: 2_000,
  /** Edges that are remembered before they are read from the warehouse again. */
  edgesRememberedMax: 200_000,
  edgeGroupsAtOnce: 100,
  /** Traces of one record; a reader takes the record as a whole. */
  signalTracesMax: 5_000,
  /** Traces of one organization in one batch of which is said what failed; the others are counted. Their notices have a limit too. */
  describedTracesMax: 1_000,
  /** Those of one record: what a reader makes of them is one append to the event store. */
  describedTracesOfRecordMax: 100,
  /** Characters of one text about an error. */
  describedTextMax: 1_000,
  /** Records of window deltas or signals in one append; encoding more would keep other work waiting. */
  recordsAtOnceMax: 8,
  /** How often the processor publishes how far it has come. */
  tickMs: 1_000,
  /** Largest record of window deltas. */
  deltaBytesMax: 512 * 1024,
} as const;
