import { openNetworkLimit } from '../../../platform/http/network-limit.ts';
import { checkoutLimits } from './config.ts';

/** Completions need no key, so they are limited by client network. */
export const checkoutCompletions = (now: () => number) =>
  openNetworkLimit({
    perHourMax: checkoutLimits.completionsPerHour,
    now,
    counted: 'completed checkouts',
  });
