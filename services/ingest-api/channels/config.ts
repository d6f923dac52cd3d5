/** Limits of channels. */
export const channelLimits = {
  /** Of an organization. Requests side by side may exceed it a little: it is compared with what can be read. */
  channelsMax: 100,
  /** Confirmations and unsubscriptions of one client network in an hour. Mail providers unsubscribe for many people. */
  mailButtonsPerHour: 600,
} as const;
