import { dayMs, hourMs } from '../../../../schemas/durations.ts';

/** Limits of backtests and proofs. */
export const backtestLimits = {
  rangeMsMax: 31 * dayMs,
  /** Of one request. A longer one is refused, with what was done thrown away. */
  workMsMax: 60_000,
  /** At once: in this process, and of one organization. */
  backtests: { processMax: 2, organizationMax: 1 },
  proofs: { processMax: 4, organizationMax: 2 },
  /** Times in one window at which a rule about an OTLP metric that is tried is measured: every minute up to an hour. */
  measuresOfWindowMax: 60,
  retryAfterMs: 5_000,
  /** Of one rule in an answer; the rest is counted. */
  transitionsMax: 1_000,
  noticesMax: 1_000,
  /** Rows of one rule that are read. */
  versionsMax: 10_000,
  alertsMax: 10_000,
  channelsMax: 1_000,
  silencesMax: 10_000,
  /** Between two lines of progress. */
  progressMs: 250,
  /** A rule that goes on is evaluated from so long before it; longer when it waits (`for_minutes`), as far as the log goes. */
  settleMs: 60_000,
  waitingSettleMs: 25 * hourMs,
} as const;
