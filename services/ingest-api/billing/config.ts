import { hourMs } from '../../../schemas/durations.ts';

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
