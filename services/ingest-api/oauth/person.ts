import type { Principal } from '../../../platform/http/handler.ts';
import type { OrganizationId, UserId } from '../../../schemas/ids.ts';

/** Whose session it is. */
export function personOf({ organizationId, userId }: Principal): {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
} {
  if (userId === undefined) throw new Error('expected the key of a session');
  return { organizationId, userId };
}
