/** Every limit of the evaluator. */
export const limits = {
  /** Records of one read, and their bytes. */
  readRecordsMax: 500,
  readBytesMax: 8 * 1024 * 1024,
  readWaitMs: 1_000,
  /** Commands of one append. */
  commandsAtOnceMax: 100,
  /** Windows that are forgotten with one commit. */
  forgottenAtOnceMax: 5_000,
  /** Which anomalies are known is said again after so long in the evaluator's time, for those who read a part of the log. */
  saidAgainMs: 60_000,
  /** Scores of anomalies of one insert. */
  scoresAtOnceMax: 10_000,
  /** Services whose scores are listed, and those of a partition whose histories are rebuilt; the others are learned anew. */
  servicesListedMax: 100_000,
  seriesRebuiltMax: 5_000,
  /** Where to look first is read for so many alerts that fire at once, and for so many of an organization in a minute; the others fire without it. */
  leadsAtOnceMax: 50,
  leadsOfOrganizationMax: 10,
  /** All of that together; what is not known by then is left out. */
  leadsMsMax: 1_500,
  /** Errors are looked for so often, with a pause between. */
  leadReadsMax: 5,
  leadPauseMs: 250,
  /** Errors of a window among which the most frequent is found: the latest. */
  leadErrorsMax: 10_000,
  leadCharactersMax: 500,
  /** How long before an alert a version may have begun. */
  leadDeploymentMs: 6 * 3_600_000,
  /** Windows, a minute apart, that a rule measures afterwards when it could not in time; those before are left out. */
  measuredWindowsMax: 60,
  /** One measure, measures at once in this process and of one organization, and those that wait. */
  measureMsMax: 10_000,
  measuresAtOnceMax: 2,
  measuresAtOnceOfOneMax: 1,
  measuresQueuedMax: 20_000,
  retryMs: 1_000,
  /** Evaluating gives way to other work after so many rules. */
  rulesAtOnceMax: 200,
  /** Erased organizations that are looked at, old ones included. */
  erasuresMax: 10_000,
} as const;
