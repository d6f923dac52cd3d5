import type { EventOf } from '../../schemas/events/event.ts';
import type { Sealed } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';

export type OrganizationOwnerRow = {
  /** Sealed for the organization. */
  readonly email: Sealed;
};

/** By organization: the user with whom it was created. */
export const organizationOwners: Projection<OrganizationOwnerRow, EventOf<'UserCreated'>> = {
  name: 'organization-owners',
  version: 1,
  types: new Set(['UserCreated']),
  keys: event => [event.data.organizationId],
  project: (row, { data: { email } }) => row ?? { email },
};
