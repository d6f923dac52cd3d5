import type { BurnPair } from '../../schemas/alerts/rule.ts';
import { daySeconds } from '../../schemas/durations.ts';
import type { burnAlertSeverities, burnWindowNames } from '../../schemas/slos/parts.ts';
import { hourSeconds, hourStart } from '../../schemas/window.ts';
import { budgetParts, quotient, wholeParts } from './budget.ts';
import { type Counted, type Counts, countsWithin } from './counts.ts';

export type BurnWindow = (typeof burnWindowNames)[number];
export type BurnAlert = (typeof burnAlertSeverities)[number];

export const burnWindowSeconds: Readonly<Record<BurnWindow, number>> = {
  '5m': 300,
  '30m': 1_800,
  '1h': hourSeconds,
  '6h': 6 * hourSeconds,
  '3d': 3 * daySeconds,
};

/** The range of a window of burn that ends with a minute. One of days has hours of the clock, as rolling windows have. */
export function burnRange(window: BurnWindow, toSeconds: number) {
  const seconds = burnWindowSeconds[window];
  const isLong = seconds > 6 * hourSeconds;
  const fromSeconds = (isLong ? hourStart(toSeconds - 1) + hourSeconds : toSeconds) - seconds;
  return { fromSeconds, toSeconds };
}

/** How many times faster the budget is spent than it lasts: the bad share divided by the share that may be bad. Nothing burns where nothing happened. */
export const burnRate = ({ total, bad }: Counts, target: number): number =>
  total === 0
    ? 0
    : quotient(BigInt(bad) * BigInt(wholeParts), BigInt(total) * BigInt(budgetParts(target)));

/**
 * Alerts on several burn rates in several windows (Google, The Site Reliability Workbook, chapter 5, table 5-8): the long
 * window shows that it matters, the short one that it goes on. At 14.4 an hour spends 2 % of the budget of 30 days, at 6 six
 * hours spend 5 %.
 */
export const burnPairs = {
  fast: { severity: 'critical', tenths: 144, windows: ['1h', '5m'] },
  slow: { severity: 'warning', tenths: 60, windows: ['6h', '30m'] },
} as const satisfies Readonly<
  Record<
    BurnPair,
    {
      readonly severity: BurnAlert;
      readonly tenths: number;
      /** The long one first. */
      readonly windows: readonly [BurnWindow, BurnWindow];
    }
  >
>;

/** No burn rate is higher: that of requests none of which is good. */
export const burnRateMax = (target: number): number => wholeParts / budgetParts(target);

/**
 * Which of the two alerts hold, the worse first.
 *  minutes    counts per minute of at least the last six hours; minutes without entry spans may be absent
 *  toSeconds  the end of the last minute that counts
 */
export const burnAlertsOf = (
  minutes: readonly Counted[],
  target: number,
  toSeconds: number,
): readonly BurnAlert[] =>
  Object.values(burnPairs)
    .filter(({ tenths, windows }) =>
      windows.every(window =>
        burnsFaster(countsWithin(minutes, burnRange(window, toSeconds)), target, tenths),
      ),
    )
    .map(({ severity }) => severity);

/** Compares without rounding: bad / total > tenths / 10 × budget. */
const burnsFaster = ({ total, bad }: Counts, target: number, tenths: number): boolean =>
  10n * BigInt(bad) * BigInt(wholeParts) >
  BigInt(tenths) * BigInt(total) * BigInt(budgetParts(target));
