import type { EventOf } from '../../schemas/events/event.ts';
import type { AddressHash, OrganizationId, UserId } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';

export type MemberAddressRow = {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
};

export const organizationsOfAddress = (address: AddressHash): string => `${address}/`;

export const memberAddressKey = (address: AddressHash, organizationId: OrganizationId): string =>
  organizationsOfAddress(address) + organizationId;

/** By address and organization, who that is there: who registered it, or is or was invited. */
export const memberAddresses: Projection<
  MemberAddressRow,
  EventOf<'UserCreated' | 'MemberInvited' | 'MemberRemoved'>
> = {
  name: 'member-addresses',
  version: 1,
  types: new Set(['UserCreated', 'MemberInvited', 'MemberRemoved']),
  keys: ({ data: { addressHash, organizationId } }) => [
    memberAddressKey(addressHash, organizationId),
  ],
  project: (_, { type, data: { organizationId, userId } }) =>
    type === 'MemberRemoved' ? undefined : { organizationId, userId },
};
