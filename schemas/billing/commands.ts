import type { OrganizationId } from '../ids.ts';
import type { Month } from './month.ts';
import type { Usage } from './quota.ts';

/** Records the use of an organization's plan, exact as of the warehouse. */
export type RecordQuota = {
  readonly type: 'RecordQuota';
  readonly data: Usage & {
    readonly organizationId: OrganizationId;
    readonly month: Month;
    /** The month is over and everything received in it is counted. */
    readonly isFinal: boolean;
  };
};

export type SubscriptionCommand = RecordQuota;
