import type { EventOf } from '../schemas/events/event.ts';
import type { OrganizationId } from '../schemas/ids.ts';
import type { Projection } from './projection.ts';

export type SubscriptionRow = {
  readonly organizationId: OrganizationId;
  readonly plan: string;
  readonly traceLimit: number;
  readonly bytesLimit: number;
  readonly startedAtMs: number;
};

/** By organization. */
export const subscriptions: Projection<SubscriptionRow, EventOf<'SubscriptionStarted'>> = {
  name: 'subscriptions',
  version: 1,
  types: new Set(['SubscriptionStarted']),
  keys: event => [event.data.organizationId],
  project: (_, { data, atMs }) => ({
    organizationId: data.organizationId,
    plan: data.plan,
    traceLimit: data.traceLimit,
    bytesLimit: data.bytesLimit,
    startedAtMs: atMs,
  }),
};
