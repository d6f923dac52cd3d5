import type { WrongCodePace } from '../../../domain/accounts/wrong-codes.ts';
import { hourMs, minuteMs } from '../../../schemas/durations.ts';

/**
 * Limits the guesses of one network for all mailboxes together: at most 44 wrong codes in any 24 hours and
 * 740 in any 30 days. The probability that it takes over any organization within 30 days is at most
 * 740 / 10^6, less than 0.1 %. Each process of ingest-api counts for itself.
 */
const networkPace: WrongCodePace = {
  pausesMs: [
    ...Array.from({ length: 10 }, () => 0),
    minuteMs,
    minuteMs,
    2 * minuteMs,
    2 * minuteMs,
    5 * minuteMs,
    5 * minuteMs,
    10 * minuteMs,
    10 * minuteMs,
    30 * minuteMs,
    hourMs,
  ],
  forgetMs: hourMs,
};

/** Limits of registrations and keys. */
export const accountLimits = {
  /** Client networks whose registrations, and wrong codes, are counted; the one counted first is forgotten first. */
  addressesMax: 10_000,
  networkPace,
  /** Codes that a client address may try in an hour, for each registration that it may begin. */
  verificationsPerRegistrationMax: 10,
  sourceCharactersMax: 100,
  /** API keys that an organization may use at once. */
  keysPerOrganizationMax: 200,
  /** Of those that were rotated and still wait for the end of their overlap. */
  rotatedKeysMax: 200,
  /** API keys that operators are shown. */
  keysListedMax: 10_000,
  keysPageRows: 500,
} as const;
