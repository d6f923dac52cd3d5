import { feature } from '../feature.ts';
import type { OrganizationCommand } from './commands.ts';
import type { OrganizationEvent } from './events.ts';
import { organizationRoutes } from './routes.ts';

export const organizations = feature<OrganizationCommand, OrganizationEvent>()({
  area: 'Organization',
  commands: { RenameOrganization: true, EraseOrganization: true, ConcludeErasure: true },
  events: {
    OrganizationRenamed: true,
    OrganizationErasureRequested: true,
    OrganizationErased: true,
  },
  rejections: { organization_unknown: 404 },
  routes: organizationRoutes,
});
