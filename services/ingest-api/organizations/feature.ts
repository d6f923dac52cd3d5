import { organizations as rows } from '../../../projections/organizations/organizations.ts';
import type { IngestShared } from '../shared.ts';
import { renameOrganization } from './rename.ts';

export const organizations = {
  projections: [rows],
  handlers: (shared: IngestShared) => ({ renameOrganization: renameOrganization(shared) }),
};
