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
export const users: Projection<UserRow, EventOf<'UserCreated'>> = {
  name: 'users',
  version: 1,
  types: new Set(['UserCreated']),
  keys: event => [event.data.addressHash],
  project: (_, { data, atMs }) => ({
    userId: data.userId,
    organizationId: data.organizationId,
    email: data.email,
    createdAtMs: atMs,
  }),
};
