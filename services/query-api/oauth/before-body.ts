import { openNetworkLimit } from '../../../platform/http/network-limit.ts';
import { oauthLimits } from '../../../schemas/oauth/limits.ts';

/** A client needs no key to register, so it is limited by its network. */
export const clientRegistrations = (now: () => number) =>
  openNetworkLimit({ perHourMax: oauthLimits.registrationsPerHour, now, counted: 'registrations' });
