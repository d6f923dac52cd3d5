import type { OrganizationId } from '../ids.ts';
import type { Month } from './month.ts';
import type { PlanLimits, Usage } from './quota.ts';

type Reached = PlanLimits &
  Usage & { readonly organizationId: OrganizationId; readonly month: Month };

export type SubscriptionStarted = {
  readonly type: 'SubscriptionStarted';
  readonly data: PlanLimits & {
    readonly organizationId: OrganizationId;
    readonly plan: string;
  };
};

/** Once in a month at most, and only before it is exceeded. */
export type QuotaWarned = { readonly type: 'QuotaWarned'; readonly data: Reached };

/** Nothing more is taken in this month. */
export type QuotaExceeded = { readonly type: 'QuotaExceeded'; readonly data: Reached };

/** A month began after one that was exceeded. */
export type QuotaRestored = {
  readonly type: 'QuotaRestored';
  readonly data: { readonly organizationId: OrganizationId; readonly month: Month };
};

/** What was used in a month, for ever: everything received in it was counted. */
export type PeriodClosed = {
  readonly type: 'PeriodClosed';
  readonly data: Usage & { readonly organizationId: OrganizationId; readonly month: Month };
};

export type SubscriptionEvent =
  | SubscriptionStarted
  | QuotaWarned
  | QuotaExceeded
  | QuotaRestored
  | PeriodClosed;
