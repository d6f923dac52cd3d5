export const watchdogLimits = {
  /** Milliseconds between two signs of life of the main thread. */
  tickMs: 500,
  /** Milliseconds between two looks at them. */
  checkMs: 1_000,
  /** Milliseconds that the thread may take to begin. */
  startMsMax: 60_000,
  /** Looks without a sign of life after which the process is ended: while it starts, and from then on. */
  startingChecksMax: 600,
  frozenChecksMax: 30,
  /** Looks that find a thread in the handler of a fatal signal, which it never leaves. */
  faultChecksMax: 2,
  /** Milliseconds that the last line may take. */
  lineMsMax: 1_000,
  heapMiBMax: 16,
} as const;
