import { openNetworkLimit } from '../../../platform/http/network-limit.ts';
import { checkoutLimits, noticeLimits } from './config.ts';

/** Who signs nothing is refused, and is limited as well. */
export const paymentNotices = (now: () => number) =>
  openNetworkLimit({ perHourMax: noticeLimits.perHour, now, counted: 'payment events' });

/** Completions need no key, so they are limited by client network. */
export const checkoutCompletions = (now: () => number) =>
  openNetworkLimit({
    perHourMax: checkoutLimits.completionsPerHour,
    now,
    counted: 'completed checkouts',
  });
