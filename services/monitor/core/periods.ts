import { type Month, monthAfter, monthOf } from '../../../schemas/billing/month.ts';

/**
 * The months of a subscription that are over and not closed yet, the earliest first.
 *  open  the month that is not over yet
 *  max   so many months before it are looked at
 */
export function monthsToClose(
  subscription: { readonly startedAtMs: number; readonly closed?: { readonly month: Month } },
  open: Month,
  max: number,
): readonly Month[] {
  const { startedAtMs, closed } = subscription;
  const next = closed === undefined ? monthOf(startedAtMs) : monthAfter(closed.month);
  const earliest = monthAfter(open, -max);
  const months: Month[] = [];
  for (let month = next; month < open; month = monthAfter(month)) {
    if (month >= earliest) months.push(month);
  }
  return months;
}
