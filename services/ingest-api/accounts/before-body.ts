import type { BeforeBody } from '../../../platform/http/serve.ts';
import { accountLimits } from './config.ts';
import { openRegistrationLimit } from './registration-limit.ts';

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
  const registrations = openRegistrationLimit({ perHourMax: registrationsPerHour, now });
  const verifications = openRegistrationLimit({
    perHourMax: verificationsPerHour,
    now,
    counted: 'verifications',
  });
  return { register: registrations.take, verify: verifications.take };
}
