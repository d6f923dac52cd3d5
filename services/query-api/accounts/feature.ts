import { integrations } from '../../../projections/accounts/integrations.ts';
import { organizations } from '../../../projections/organizations/organizations.ts';
import type { QueryShared } from '../shared.ts';
import { createFirstLastSeen } from './first-last-seen.ts';
import { integrationStatus } from './integration-status.ts';

export const accounts = {
  projections: [integrations, organizations],
  handlers: ({ projections, warehouse }: QueryShared) => ({
    integrationStatus: integrationStatus({
      projections,
      dataInstants: createFirstLastSeen({ warehouse }),
    }),
  }),
};
