import { feature } from '../feature.ts';
import type { AccountCommand } from './commands.ts';
import type { AccountEvent } from './events.ts';
import { accountRoutes } from './routes.ts';

export const accounts = feature<AccountCommand, AccountEvent>()({
  area: 'Registration',
  commands: { RequestRegistration: true, VerifyRegistration: true },
  events: {
    RegistrationRequested: true,
    VerificationCodeRejected: true,
    RegistrationVerified: true,
    CodeSent: true,
    UserCreated: true,
    OrganizationCreated: true,
    ServiceIntegrated: true,
    WrongCodeCounted: true,
    KeyCounted: true,
    KeyUncounted: true,
  },
  rejections: {
    registration_unknown: 404,
    verification_code_used: 409,
    verification_code_expired: 410,
    verification_locked: 400,
    too_many_codes: 429,
    too_many_wrong_codes: 429,
    limit_reached: 409,
  },
  routes: accountRoutes,
});
