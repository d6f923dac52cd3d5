/** Limits of requests to language models. */
export const modelRequestLimits = {
  connectMsMax: 10_000,
  /** Until a response begins: models that reason say nothing for a while. */
  headersMsMax: 60_000,
  /** Between two pieces of a response. */
  silenceMsMax: 30_000,
  /** Bytes of one response. */
  responseBytesMax: 8 * 1024 * 1024,
  /** Further tries of a request that failed before its response began, each after a longer pause. */
  retriesMax: 2,
  /** Characters of what a provider says about a failure, for the log. */
  detailCharactersMax: 300,
  /** Bytes of a request for each token of an estimate: fewer than in any text that was measured, so that the estimate is from above. */
  bytesPerTokenMin: 2,
} as const;
