import { servicePage } from '../../../domain/telemetry/service-page.ts';
import { registrations } from '../../../projections/accounts/registrations.ts';
import { users } from '../../../projections/accounts/users.ts';
import type { IngestShared } from '../shared.ts';
import { register } from './register.ts';
import { verify } from './verify.ts';

export const accounts = {
  projections: [registrations, users],
  handlers: (shared: IngestShared) => ({
    register: register(shared),
    verify: verify({
      ...shared,
      freePlan: shared.configuration.freePlan,
      dashboardUrl: service => shared.publicUrl() + servicePage(service),
    }),
  }),
};
