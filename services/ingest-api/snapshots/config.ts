/** Limits of breakpoints and captures. */
export const snapshotLimits = {
  /** Of one service. Requests side by side may exceed it a little: it is compared with what can be read. */
  breakpointsPerServiceMax: 1_000,
  /** Of all breakpoints of one service as SDKs get them. */
  breakpointBytesPerServiceMax: 2 * 1024 * 1024,
  /** How deep the JSON of a capture is nested. */
  depthMax: 64,
  /** A longer capture is read in a thread: one of this length takes a few milliseconds. */
  readAtOnceBytesMax: 32 * 1024,
  threads: {
    /** One of them is left to other organizations. */
    threadsMax: 2,
    ownThreadsMax: 1,
    queuedMax: 64,
    /** The dearest of 1 MiB takes a fraction of a second of an idle processor. */
    taskMsMax: 10_000,
    idleMsMax: 10_000,
    heapMiBMax: 256,
  },
  /** Between two looks for long captures that are not kept any more, and how many one look deletes. */
  sweepEveryMs: 3_600_000,
  sweptMax: 10_000,
} as const;
