import { hourMs } from '../../../schemas/durations.ts';

/** Limits of breakpoints and captures. */
export const snapshotLimits = {
  /** Of one service. Requests side by side may exceed it a little: it is compared with what can be read. */
  breakpointsPerServiceMax: 1_000,
  /** Of all breakpoints of one service as SDKs get them. */
  breakpointBytesPerServiceMax: 2 * 1024 * 1024,
  /** Of the JSON of a capture. As many names of their own take a quarter of a second and 20 MB. */
  json: { depthMax: 64, valuesMax: 50_000 },
  /** A longer capture is read in a thread: the dearest of this length takes ten milliseconds. */
  readAtOnceBytesMax: 8 * 1024,
  threads: {
    /** One of them is left to other organizations. */
    threadsMax: 2,
    ownThreadsMax: 1,
    queuedMax: 64,
    /** The dearest of 1 MiB, text of nearly card numbers, takes 0.4 s of processor time. */
    taskMsMax: 10_000,
    idleMsMax: 10_000,
    heapMiBMax: 256,
  },
  /** Between two looks for long captures that are not kept any more, and how many one look deletes. */
  sweepEveryMs: hourMs,
  sweptMax: 10_000,
} as const;
