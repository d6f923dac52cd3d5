/**
 * Settings for what sends more in one organization than a free plan gives for a month: the plan that
 * the operator of such a Tidemark would give.
 */
export const largePlan = {
  TIDEMARK_FREE_TRACES: '999999999',
  TIDEMARK_FREE_BYTES: '1000TB',
} as const;
