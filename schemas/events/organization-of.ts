import type { OrganizationId } from '../ids.ts';
import type { DomainEvent } from './event.ts';

/** Whose event it is; undefined for one of nobody's, such as the request of a registration. */
export function organizationOf({ organizationId, data }: DomainEvent): OrganizationId | undefined {
  if (organizationId !== undefined) return organizationId;
  return 'organizationId' in data ? data.organizationId : undefined;
}
