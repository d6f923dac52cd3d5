import {
  concludeErasure,
  concludeErasureStreams,
  eraseOrganization,
  eraseOrganizationStreams,
} from './erase-organization.ts';
import { erasures } from './erasure.ts';
import { organizations } from './organization.ts';
import { renameOrganization, renameOrganizationStreams } from './rename-organization.ts';

export const organizationsFeature = {
  aggregates: [organizations, erasures],
  deciders: {
    RenameOrganization: { streams: renameOrganizationStreams, decide: renameOrganization },
    EraseOrganization: { streams: eraseOrganizationStreams, decide: eraseOrganization },
    ConcludeErasure: { streams: concludeErasureStreams, decide: concludeErasure },
  },
} as const;
