/** Limits of channels. */
export const channelLimits = {
  /** Confirmations and unsubscriptions of one client network in an hour. Mail providers unsubscribe for many people. */
  mailButtonsPerHour: 600,
} as const;
