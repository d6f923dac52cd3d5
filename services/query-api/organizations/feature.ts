import { members } from '../../../projections/members/members.ts';
import { organizations as rows } from '../../../projections/organizations/organizations.ts';
import type { QueryShared } from '../shared.ts';
import { organization } from './organization.ts';

export const organizations = {
  projections: [members, rows],
  handlers: (shared: QueryShared) => ({ organization: organization(shared) }),
};
