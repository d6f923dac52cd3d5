import { hourMs } from '../../../schemas/durations.ts';

/** Limits of what a payment provider sends of its own. */
export const noticeLimits = {
  /** Of one client network in an hour: Stripe sends from a dozen addresses. */
  perHour: 20_000,
  /** How often one is read again because something else was recorded meanwhile. */
  attemptsMax: 5,
} as const;

/** Limits of checkouts. */
export const checkoutLimits = {
  /** How long a checkout can be paid. */
  validMs: hourMs,
  /** Checkouts of an organization that can be paid at once. */
  openMax: 100,
  /** Of an organization that are looked at for that: more than are ever kept of it at once. */
  scannedMax: 1_000,
  /** Completions of one client network in an hour. */
  completionsPerHour: 600,
} as const;
