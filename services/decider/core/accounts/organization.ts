import type { UserId } from '../../../../schemas/ids.ts';
import { aggregate } from '../aggregate.ts';

export type Organization = { readonly kind: 'organization'; readonly ownerId: UserId };

/** Its services are in its stream too; a service that is registered again changes no decision. */
export const organizations = aggregate<Organization, 'OrganizationCreated'>({
  kind: 'organization',
  reads: 'carried',
  version: 1,
  events: { OrganizationCreated: true },
  evolve: (_, { data: { ownerId } }) => ({ kind: 'organization', ownerId }),
});
