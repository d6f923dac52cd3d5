import { organizations } from './organization.ts';
import { renameOrganization, renameOrganizationStreams } from './rename-organization.ts';

export const organizationsFeature = {
  aggregates: [organizations],
  deciders: {
    RenameOrganization: { streams: renameOrganizationStreams, decide: renameOrganization },
  },
} as const;
