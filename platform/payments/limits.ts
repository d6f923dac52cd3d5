/** Limits of what a payment provider is asked over the network. */
export const paymentLimits = {
  /** Of one attempt. The provider waits for a bank where a payment is made. */
  requestMsMax: 8_000,
  /** Further attempts after one that failed; the provider makes what they change once. */
  retriesMax: 1,
  /** A notice whose signature is older is refused. */
  noticeAgeSecondsMax: 300,
} as const;
