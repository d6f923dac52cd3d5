/** What an organization starts with: traces and bytes of one month. */
export const freePlan = {
  plan: 'free',
  traceLimit: 200_000,
  bytesLimit: 20_000_000_000,
} as const;
