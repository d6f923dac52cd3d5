import type { SubscriptionEvent } from '../../schemas/billing/events.ts';
import type { Month } from '../../schemas/billing/month.ts';
import type { OverQuota } from '../../schemas/billing/parking.ts';
import type { BillingInterval } from '../../schemas/billing/plans.ts';
import type { QuotaLevel } from '../../schemas/billing/quota.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';

export type SubscriptionRow = {
  readonly organizationId: OrganizationId;
  readonly plan: string;
  readonly traceLimit: number;
  readonly bytesLimit: number;
  readonly startedAtMs: number;
  /** Of the latest change of the plan; absent before there was one. */
  readonly changed?: {
    readonly interval?: BillingInterval;
    readonly atMs: number;
    /** An operator gave it: nobody pays for it. */
    readonly isGiven?: true;
  };
  /** How far the latest month is whose quota was neared, and what was used when that was seen. */
  readonly reached?: {
    readonly month: Month;
    readonly level: QuotaLevel;
    readonly traces: number;
    readonly bytes: number;
  };
  /** `reject` when absent. */
  readonly overQuota?: OverQuota;
  /** So much is parked that no more is taken. */
  readonly isParkingFull?: boolean;
  /** The latest month whose figures are final. */
  readonly closed?: { readonly month: Month; readonly traces: number; readonly bytes: number };
};

/** All but what the payment provider says, which `payments` has. */
type QuotaEventType = Exclude<SubscriptionEvent['type'], 'PaymentChanged' | 'UsageReported'>;

/** By organization. */
export const subscriptions: Projection<SubscriptionRow, EventOf<QuotaEventType>> = {
  name: 'subscriptions',
  version: 5,
  types: new Set([
    'SubscriptionStarted',
    'QuotaWarned',
    'QuotaExceeded',
    'QuotaRestored',
    'PeriodClosed',
    'PlanChanged',
    'OverQuotaSet',
    'ParkingFilled',
    'ParkingFreed',
  ]),
  keys: event => [event.data.organizationId],
  project: (row, event) => {
    switch (event.type) {
      case 'SubscriptionStarted': {
        const { organizationId, plan, traceLimit, bytesLimit } = event.data;
        return { organizationId, plan, traceLimit, bytesLimit, startedAtMs: event.atMs };
      }
      case 'QuotaWarned':
        return row && { ...row, reached: reachedBy(event, 'warned') };
      case 'QuotaExceeded':
        return row && { ...row, reached: reachedBy(event, 'exceeded') };
      case 'QuotaRestored':
        return row && withoutReached(row);
      case 'PeriodClosed':
        return row && { ...row, closed: laterOf(row.closed, closedBy(event)) };
      case 'PlanChanged': {
        const { plan, traceLimit, bytesLimit, interval, givenBy } = event.data;
        const changed = {
          atMs: event.atMs,
          ...(interval && { interval }),
          ...(givenBy && { isGiven: true as const }),
        };
        return row && { ...row, plan, traceLimit, bytesLimit, changed };
      }
      case 'OverQuotaSet':
        return row && { ...row, overQuota: event.data.overQuota };
      case 'ParkingFilled':
        return row && { ...row, isParkingFull: true };
      case 'ParkingFreed':
        return row && withRoom(row);
    }
  },
};

const reachedBy = (
  { data: { month, traces, bytes } }: EventOf<'QuotaWarned' | 'QuotaExceeded'>,
  level: QuotaLevel,
): NonNullable<SubscriptionRow['reached']> => ({ month, level, traces, bytes });

function withoutReached({ reached, ...row }: SubscriptionRow): SubscriptionRow {
  return row;
}

function withRoom({ isParkingFull, ...row }: SubscriptionRow): SubscriptionRow {
  return row;
}

type Closed = NonNullable<SubscriptionRow['closed']>;

const closedBy = ({ data: { month, traces, bytes } }: EventOf<'PeriodClosed'>): Closed => ({
  month,
  traces,
  bytes,
});

const laterOf = (before: Closed | undefined, closed: Closed): Closed =>
  before !== undefined && before.month > closed.month ? before : closed;
