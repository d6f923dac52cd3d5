/** Limits of registrations and keys. */
export const accountLimits = {
  /** Client addresses whose registrations are counted; the one counted first is forgotten first. */
  addressesMax: 10_000,
  /** Codes that a client address may try in an hour, for each registration that it may begin. */
  verificationsPerRegistrationMax: 10,
  idempotencyKeyCharactersMax: 255,
  sourceCharactersMax: 100,
  /** API keys that operators are shown. */
  keysListedMax: 10_000,
  keysPageRows: 500,
} as const;
