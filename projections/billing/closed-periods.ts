import type { Month } from '../../schemas/billing/month.ts';
import type { Usage } from '../../schemas/billing/quota.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';

export type ClosedPeriodRow = Usage & { readonly closedAtMs: number };

export const closedPeriodKey = (organizationId: OrganizationId, month: Month): string =>
  `${organizationId}/${month}`;

/** What was used in each month that is over, by organization and month. */
export const closedPeriods: Projection<ClosedPeriodRow, EventOf<'PeriodClosed'>> = {
  name: 'closed-periods',
  version: 1,
  types: new Set(['PeriodClosed']),
  keys: ({ data: { organizationId, month } }) => [closedPeriodKey(organizationId, month)],
  project: (_, { data: { traces, bytes }, atMs }) => ({ traces, bytes, closedAtMs: atMs }),
};
