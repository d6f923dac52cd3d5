/** A free plan that few requests use up; one for all its suites, since another one would start every process anew. */
export const smallPlan = {
  TIDEMARK_FREE_TRACES: '50',
  TIDEMARK_FREE_BYTES: '2MB',
  TIDEMARK_REGISTRATIONS_PER_HOUR: '1000',
} as const;
