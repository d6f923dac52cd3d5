import { organizationOwners } from '../../../projections/organizations/organization-owners.ts';
import { organizations as rows } from '../../../projections/organizations/organizations.ts';
import type { QueryShared } from '../shared.ts';
import { organization } from './organization.ts';

export const organizations = {
  projections: [organizationOwners, rows],
  handlers: (shared: QueryShared) => ({ organization: organization(shared) }),
};
