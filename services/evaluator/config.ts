/** Every limit of the evaluator. */
export const limits = {
  /** Records of one read, and their bytes. */
  readRecordsMax: 500,
  readBytesMax: 8 * 1024 * 1024,
  readWaitMs: 1_000,
  /** Windows are kept so long in the evaluator's time: the longest window of a rule, and time for spans that come late. */
  keptSeconds: 86_400 + 3_600,
  /** Slots that are evaluated one by one when time advances by many at once; what lies before them is skipped. */
  slotsAtOnceMax: 8_640,
  /** Commands of one append. */
  commandsAtOnceMax: 100,
  /** Windows that are forgotten with one commit. */
  forgottenAtOnceMax: 5_000,
  retryMs: 1_000,
  /** Evaluating gives way to other work after so many rules. */
  rulesAtOnceMax: 200,
} as const;
