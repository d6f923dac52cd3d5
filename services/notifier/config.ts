/** Limits of the notifier. */
export const notifierLimits = {
  /** Mails under way at once; their outcomes are written together. */
  stepsMax: 16,
  /**
   * Channels, and webhooks, of one organization that are served at once: twice the `outboundLimits.ownAtOnceMax` of them whose
   * requests are under way, so that others send while the attempts of these are recorded.
   */
  ownTargetsAtOnceMax: 64,
  /** Mails of notices under way at once, in all and of one organization. */
  noticeMails: { max: 16, ownMax: 4 },
  /** Before trying again what an engine could not do. */
  retryMs: 1_000,
  /** Before serving a target again of which nothing was recorded, if nothing else happens. */
  vainMs: 1_000,
  /** Before taking over from another notifier that wrote to our stream. */
  takeOverMs: 5_000,
  /** Attempts of a webhook are recorded after this time at the latest, or after the request under way. */
  attemptsFlushMs: 5_000,
  /** Of a response to a webhook delivery that are kept. */
  excerptBytesMax: 4_096,
  /** For a response to a notice or a webhook delivery. */
  postMsMax: 10_000,
  /** Of `signals` at once, for trace.error. */
  signalsRead: { recordsMax: 64, bytesMax: 1_048_576, waitMs: 1_000 },
  /** Records that were considered before the place is committed; a process that takes over reads them again. */
  signalsUncommittedMax: 256,
  /** Organizations whose reported traces are kept in memory. */
  organizationsKnownMax: 10_000,
  /** Notices of several requests of which some succeeded, while the others are tried again. */
  noticesPartlySentMax: 1_000,
  /** Attempts to count a notice while others count theirs for the same mailbox. */
  countsMax: 20,
  /** The longest sleep while nothing is due. */
  idleMsMax: 60_000,
} as const;
