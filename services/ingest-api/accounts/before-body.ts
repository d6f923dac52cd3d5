import { openNetworkLimit } from '../../../platform/http/network-limit.ts';
import type { BeforeBody } from '../../../platform/http/serve.ts';
import { accountLimits } from './config.ts';

type AccountRoute = 'register' | 'verify';

/** Limits the routes that need no key by client address, before a byte of their bodies is read. */
export function openBeforeBody({
  registrationsPerHour,
  clock: now,
}: {
  readonly registrationsPerHour: number;
  readonly clock: () => number;
}): Required<Pick<BeforeBody, AccountRoute>> {
  const verificationsPerHour = registrationsPerHour * accountLimits.verificationsPerRegistrationMax;
  const registrations = openNetworkLimit({
    perHourMax: registrationsPerHour,
    now,
    counted: 'registrations',
  });
  const verifications = openNetworkLimit({
    perHourMax: verificationsPerHour,
    now,
    counted: 'verifications',
  });
  return { register: registrations.take, verify: verifications.take };
}
