/** Limits of webhooks. */
export const webhookLimits = {
  /** Of an organization. Requests side by side may exceed it a little: it is compared with what can be read. */
  webhooksMax: 500,
  /** Events in one replay. */
  replayEventsMax: 1_000,
} as const;
