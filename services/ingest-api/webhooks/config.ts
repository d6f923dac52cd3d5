/** Limits of webhooks. */
export const webhookLimits = {
  /** Events in one replay. */
  replayEventsMax: 1_000,
} as const;
