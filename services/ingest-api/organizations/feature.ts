import { erasures } from '../../../projections/organizations/erasures.ts';
import { organizations as rows } from '../../../projections/organizations/organizations.ts';
import type { IngestShared } from '../shared.ts';
import { eraseOrganization, showErasure } from './erase.ts';
import { renameOrganization } from './rename.ts';

export const organizations = {
  projections: [erasures, rows],
  handlers: (shared: IngestShared) => ({
    adminEraseOrganization: eraseOrganization(shared),
    adminErasure: showErasure(shared),
    renameOrganization: renameOrganization(shared),
  }),
};
