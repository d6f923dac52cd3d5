import type { OrganizationId, UserId } from '../../../../schemas/ids.ts';
import { aggregate } from '../aggregate.ts';

/** One mail address as it was written, and whose it is. */
export type Address = {
  readonly kind: 'address';
  readonly user: { readonly userId: UserId; readonly organizationId: OrganizationId };
};

export const addresses = aggregate<Address, 'UserCreated' | 'AddressReleased'>({
  kind: 'address',
  reads: 'whole',
  events: { UserCreated: true, AddressReleased: true },
  evolve: (_, { type, data: { userId, organizationId } }) =>
    type === 'AddressReleased' ? undefined : { kind: 'address', user: { userId, organizationId } },
});
