/** Samples of a time, without those in maintenance windows. */
export type Counted = {
  readonly passed: number;
  readonly failed: number;
  /** Time that heartbeats were missing, or said that the service is unhealthy. */
  readonly downMs: number;
};

/** What the samples of a check of the last 30 days say, without maintenance windows. */
export type CheckFigures = Counted & {
  /** With the samples that had counted when a window was declared which holds them. */
  readonly inTime: Counted;
  readonly firstAtMs: number;
  /** The latest sample, also in a window. */
  readonly last: { readonly atMs: number; readonly outcome: string; readonly error: string };
  /** Failures since the last success, up to `countedMax`. */
  readonly failuresInARow: number;
  /** Of the check as it is now, in a row; what its status follows from. */
  readonly failuresNow: number;
  readonly successesNow: number;
  /** Of the latest of these samples on its partition. */
  readonly offset: number;
};
