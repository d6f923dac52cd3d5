/** Limits of silences. */
export const silenceLimits = {
  /** Silences of an organization that have not ended. Requests side by side may exceed it a little. */
  openMax: 1_000,
  /** Rows read at once. */
  pageRows: 1_000,
} as const;
