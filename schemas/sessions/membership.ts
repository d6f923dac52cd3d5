import type { OrganizationId, UserId } from '../ids.ts';

/** An organization that an address may sign in to, and as whom. */
export type Membership = {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  /** The service that its key stands for where a request names none. */
  readonly serviceName: string;
  /** The address was invited, and the person did not come yet. */
  readonly isInvitation?: true;
};
