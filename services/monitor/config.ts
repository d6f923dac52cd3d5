import { dayMs, hourMs, minuteMs } from '../../schemas/durations.ts';

/** Every limit of the monitor. */
export const limits = {
  /** Between two metering runs. Together with the other delays, a reached quota is noticed within ten seconds. */
  lookEveryMs: 2_000,
  /** Organizations whose traces are counted in one statement. */
  countedAtOnceMax: 20,
  queryMsMax: 60_000,
  /**
   * So long after it was received a request may come into the log: a body takes a minute at most, and
   * the clocks of two machines are never the same.
   */
  lateMsMax: 10 * minuteMs,
  parked: {
    /** Organizations that parked something within this time are looked at: longer than anything is parked, so that each is found to have room again. */
    lookBackMs: 31 * dayMs,
    /** Of what may be parked: an organization that had parked all of it may park again below that. */
    freedShare: 0.9,
    /** Between two looks for what is parked, unless the last one found something. */
    lookEveryMs: 30_000,
    /** What counts of an organization between two looks at its quota. */
    requestsMax: 500,
    bytesMax: 32 * 1024 * 1024,
  },
  payments: {
    /** Between two looks at what is paid for. */
    lookEveryMs: 30_000,
    /** So long after its end a period is asked for of which no notice came. */
    noticeLateMs: 10 * minuteMs,
    /** Between two questions for one payment that is due and unchanged. */
    lookAgainMs: hourMs,
  },
  health: {
    /** How long one read of the topic waits: work that is due waits as long at most. */
    readWaitMs: 100,
    readRecordsMax: 5_000,
    readBytesMax: 4 * 1024 * 1024,
    /** Between two looks at the checks that there are. */
    syncEveryMs: 500,
    /** Between two marks of how far a partition is watched. */
    commitEveryMs: 5_000,
    /** The same after records were read. */
    commitMovedMs: 500,
    /** Between two questions for the end of a partition. */
    probeEveryMs: 1_000,
    /** Without a mark for longer, nobody watched: what was missed meanwhile does not count. */
    unwatchedMsMax: 60_000,
    /** Samples of a check from which its state is made again, and how old they may be. */
    restoredSamplesMax: 16,
    restoredMsMax: 8 * dayMs,
    restoredChecksAtOnceMax: 500,
    /** Of a response, as it was before it was compressed; what lies behind is not read. At most 512 are read at once (`platform/outbound`). */
    bodyBytesMax: 256 * 1024,
    /** Between two attempts to record a result. */
    appendPauseMs: 500,
    recordsAtOnceMax: 500,
  },
  canary: {
    /** Between two traces. */
    everyMs: 10_000,
    /** Between two looks at what is due, and two reads of what is not back yet. */
    lookEveryMs: 500,
    readMsMax: 10_000,
    /** A trace is lost if it cannot be read then. */
    lostAfterMs: minuteMs,
    /** So long after it was sent a trace is looked at: whether a lost one comes late, or one is doubled. Then it is forgotten. */
    watchedMs: 15 * minuteMs,
    /** Traces that are looked at at once. No further one is sent meanwhile. */
    watchedMax: 120,
  },
  deadman: {
    /** Between two calls. */
    everyMs: 30_000,
    callMsMax: 10_000,
    /** Of its response, which nobody reads. */
    bodyBytesMax: 1_024,
  },
  /** Months that are closed late; of earlier ones the warehouse may have forgotten something. */
  periodsMax: 12,
  /** Sessions that an organization wants kept for less time than the server keeps them. */
  replayRetention: {
    lookEveryMs: 10 * minuteMs,
    /** Organizations with settings of their own. */
    rowsMax: 10_000,
    /** Days of organizations that one look deletes; a folder of blobs is read once for each. */
    daysAtOnceMax: 100,
  },
  erasure: {
    lookEveryMs: 2_000,
    /** Erasures that a monitor looks at, old ones included. */
    rowsMax: 10_000,
    /** After its end an erasure is made once more, for what other processes wrote late; not when it is long over. */
    sweepAfterMs: 10 * minuteMs,
    sweepWithinMs: dayMs,
    /** Between two looks at how far the readers of the log have come. */
    handledLookMs: 200,
  },
  replays: {
    /** Between two looks at the deletions of recorded sessions. */
    lookEveryMs: 1_000,
    /** Deletions that are read at once; an organization has a bounded number under way (`openReplayDeletions`). */
    rowsAtOnceMax: 1_000,
    /** Sessions that an organization has deleted in its turn: one statement for all of them. */
    sessionsAtOnceMax: 500,
    /** Sessions of a user that are found, and recorded in one event, at once. */
    foundAtOnceMax: 100,
    /** A chunk that was on its way when its session was deleted is stored within this time; then it is looked for once more. */
    settleMs: 15_000,
  },
} as const;
