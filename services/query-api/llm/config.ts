export const llmLimits = {
  /** Models of an organization in one answer, those with the most calls. */
  modelsMax: 100,
} as const;
