/** Every limit of the operators' routes. */
export const adminLimits = {
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
