import type { Personal } from '../../schemas/accounts/personal.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId, UserId } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';

export type OrganizationRow = {
  readonly organizationId: OrganizationId;
  /** Sealed for the organization. */
  readonly displayName: Personal;
  readonly ownerId: UserId;
  readonly createdAtMs: number;
};

/** By organization. */
export const organizations: Projection<
  OrganizationRow,
  EventOf<'OrganizationCreated' | 'OrganizationRenamed'>
> = {
  name: 'organizations',
  version: 3,
  types: new Set(['OrganizationCreated', 'OrganizationRenamed']),
  keys: event => [event.data.organizationId],
  project: (row, event) => {
    const { displayName } = event.data;
    switch (event.type) {
      case 'OrganizationCreated': {
        const { organizationId, ownerId } = event.data;
        return { organizationId, displayName, ownerId, createdAtMs: event.atMs };
      }
      case 'OrganizationRenamed':
        return row && { ...row, displayName };
    }
  },
};
