import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId, UserId } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';

export type OrganizationRow = {
  readonly organizationId: OrganizationId;
  readonly name: string;
  readonly ownerId: UserId;
  readonly createdAtMs: number;
};

/** By organization. */
export const organizations: Projection<OrganizationRow, EventOf<'OrganizationCreated'>> = {
  name: 'organizations',
  version: 1,
  types: new Set(['OrganizationCreated']),
  keys: event => [event.data.organizationId],
  project: (_, { data, atMs }) => ({
    organizationId: data.organizationId,
    name: data.name,
    ownerId: data.ownerId,
    createdAtMs: atMs,
  }),
};
