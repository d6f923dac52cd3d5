/** Limits of registrations and keys. */
export const accountLimits = {
  /** Client addresses whose registrations are counted; the one counted first is forgotten first. */
  addressesMax: 10_000,
  idempotencyKeyCharactersMax: 255,
  sourceCharactersMax: 100,
  /** API keys that operators are shown. */
  keysListedMax: 10_000,
  keysPageRows: 500,
} as const;
