/** How much one answer is about. */
export const copilotLimits = {
  tracesMax: 3,
  servicesMax: 3,
  /** Services, alerts and anomalies that are named. */
  namedMax: 5,
} as const;
