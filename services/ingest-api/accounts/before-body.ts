import { openNetworkLimit } from '../../../platform/http/network-limit.ts';
import type { BeforeBody } from '../../../platform/http/serve.ts';
import { accountLimits } from './config.ts';

type AccountRoute = 'register' | 'verify' | 'requestSession' | 'verifySession';

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
    counted: 'registrations and sign-ins',
  });
  const verifications = openNetworkLimit({
    perHourMax: verificationsPerHour,
    now,
    counted: 'verifications',
  });
  const [code, check] = [registrations.take, verifications.take];
  return { register: code, verify: check, requestSession: code, verifySession: check };
}
