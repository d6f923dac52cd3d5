import { registrations } from '../../../projections/accounts/registrations.ts';
import { users } from '../../../projections/accounts/users.ts';
import type { IngestShared } from '../shared.ts';
import { openNetworkWrongCodes } from './network-wrong-codes.ts';
import { register } from './register.ts';
import { verify } from './verify.ts';

export const accounts = {
  projections: [registrations, users],
  handlers: (shared: IngestShared) => ({
    register: register(shared),
    verify: verify({
      ...shared,
      wrongCodes: openNetworkWrongCodes({ now: shared.clock }),
      freePlan: shared.configuration.freePlan,
      dashboardUrl: service =>
        `${shared.publicUrl()}/services/${encodeURIComponent(service.toWellFormed())}`,
    }),
  }),
};
