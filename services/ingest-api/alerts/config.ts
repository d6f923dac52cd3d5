/** Limits of alert rules. */
export const alertLimits = {
  /** Of an organization. Requests side by side may exceed it a little: it is compared with what can be read. */
  rulesMax: 1_000,
} as const;
