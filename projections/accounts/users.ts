import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId, Sealed, UserId } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';

export type UserRow = {
  readonly userId: UserId;
  readonly organizationId: OrganizationId;
  /** Sealed for the organization. */
  readonly email: Sealed;
  readonly createdAtMs: number;
};

/** By the hash of the address. */
export const users: Projection<UserRow, EventOf<'UserCreated' | 'AddressReleased'>> = {
  name: 'users',
  version: 2,
  types: new Set(['UserCreated', 'AddressReleased']),
  keys: event => [event.data.addressHash],
  project: (_, { type, data, atMs: createdAtMs }) => {
    if (type === 'AddressReleased') return undefined;
    const { userId, organizationId, email } = data;
    return { userId, organizationId, email, createdAtMs };
  },
};
