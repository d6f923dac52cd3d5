/** Every limit of the operators' routes. */
export const adminLimits = {
  /** Jobs of a process that it remembers after their end. */
  jobsMax: 50,
  /** Faults of a check that are told; all are counted. */
  faultsToldMax: 10,
  /** Records of the log compared with the warehouse at once. */
  verifiedRecords: 500,
  verifiedBytes: 16 * 1024 * 1024,
  /** A body that is longer is not decoded on this thread. */
  verifiedBodyBytesMax: 1024 * 1024,
  /** Spans of a body that are looked up at once. */
  verifiedSpans: 1_000,
  /** What differs is looked at again, since it may be a batch that is being written: so often, with a pause. */
  verifiedTimes: 6,
  verifiedPauseMs: 1_000,
  /** How long a check waits until what has been accepted is processed. */
  processedMsMax: 60_000,
  processedPollMs: 250,
  /** One statement of a check. */
  verifiedMsMax: 120_000,
  verifiedMemoryBytesMax: 512 * 1024 * 1024,
  /** The latest alerts, which are computed again. */
  verifiedAlerts: 25,
  /** Records that status reads backwards at once, and how often, where the last ones are of the canary: a day of them. */
  canaryRecordsAtOnce: 1_000,
  canaryReadBytes: 4 * 1024 * 1024,
  canaryReadsMax: 10,
  /** How long status waits for an engine; its check has said by then that it is away. */
  toldMsMax: 3_000,
  /** Records that a consumer may be behind before status calls it a problem. */
  consumerLagMax: 5_000,
  /** Share of the last requests that may be rejected with a retry before status calls it a problem. */
  turnedAwayShareMax: 0.1,
  /** Requests that say how it is now. */
  requestsMsMax: 60_000,
  /** Events that a projection may be behind before status calls it a problem. */
  projectionLagMax: 1_000,
  /** Dead letters of one list, over all topics. */
  deadLettersMax: 10_000,
  /** How long the lag of consumers and projections, and the count of dead letters, serve all scrapes of the metrics. */
  lagFreshMs: 5_000,
  deadLettersFreshMs: 30_000,
  /** After so long, dead letters are counted anew: the retention takes the oldest. */
  deadLettersAnewMs: 3_600_000,
  deadReadRecords: 500,
  deadReadBytes: 4 * 1024 * 1024,
  /** Of the body of one dead letter, what is decoded, and what is shown of one that cannot be. */
  deadBodyBytesMax: 256 * 1024,
  deadHeadBytesMax: 256,
  /** One statement of `sql`, which its server reads while others wait for theirs. */
  sqlRowsMax: 10_000,
  sqlMsMax: 10_000,
  sqlMemoryBytesMax: 256 * 1024 * 1024,
  sqlAnswerBytesMax: 16 * 1024 * 1024,
  /** Characters of the server's message that are shown when it rejects a statement. */
  sqlMessageCharactersMax: 500,
  /** Events of a stream that are shown: the latest, with the states that all of them led to. */
  historyEventsMax: 5_000,
} as const;
