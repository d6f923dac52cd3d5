import { openNetworkLimit } from '../../../platform/http/network-limit.ts';
import { limits } from '../config.ts';

/** The page of a checkout needs no key, so it is limited by client network. */
export const checkoutPages = (now: () => number) =>
  openNetworkLimit({ perHourMax: limits.checkoutPagesPerHour, now, counted: 'checkout pages' });
