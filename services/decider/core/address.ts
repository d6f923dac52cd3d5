import type { EventOf } from '../../../schemas/events/event.ts';
import type { OrganizationId, UserId } from '../../../schemas/ids.ts';

/** One mail address as it was written, and whose it is. */
export type Address = {
  readonly kind: 'address';
  readonly user: { readonly userId: UserId; readonly organizationId: OrganizationId };
};

export function evolveAddress({ data }: EventOf<'UserCreated'>): Address {
  const { userId, organizationId } = data;
  return { kind: 'address', user: { userId, organizationId } };
}
