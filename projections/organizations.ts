import type { EventOf } from '../schemas/events/event.ts';
import type { OrganizationId, UserId } from '../schemas/ids.ts';
import type { Personal } from '../schemas/personal.ts';
import type { Projection } from './projection.ts';

export type OrganizationRow = {
  readonly organizationId: OrganizationId;
  /** Sealed for the organization. */
  readonly displayName: Personal;
  readonly ownerId: UserId;
  readonly createdAtMs: number;
};

/** By organization. */
export const organizations: Projection<OrganizationRow, EventOf<'OrganizationCreated'>> = {
  name: 'organizations',
  version: 2,
  types: new Set(['OrganizationCreated']),
  keys: event => [event.data.organizationId],
  project: (_, { data, atMs }) => ({
    organizationId: data.organizationId,
    displayName: data.displayName,
    ownerId: data.ownerId,
    createdAtMs: atMs,
  }),
};
