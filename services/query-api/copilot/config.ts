/** Limits of answers and conversations. */
export const copilotLimits = {
  tracesMax: 3,
  servicesMax: 3,
  /** Services, alerts and anomalies that are named. */
  namedMax: 5,
  /** Conversations of an organization that one list looks at, the newest first. */
  conversationsScannedMax: 10_000,
  /** As many as a conversation may have, and characters of the first one that are its title. */
  questionsMax: 200,
  titleCharactersMax: 80,
} as const;
