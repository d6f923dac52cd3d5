import type { Checkout } from '../../schemas/billing/checkout.ts';
import { dayMs } from '../../schemas/durations.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';

export type CheckoutRow = Checkout & {
  readonly openedAtMs: number;
  readonly completedAtMs?: number;
};

/** Long enough for a page that was left open, and for a question about a payment. */
const keptMs = 30 * dayMs;

export const checkoutsOf = (organizationId: OrganizationId): string => `${organizationId}/`;

/** By the hash of the session id, for those who come with it, and by organization. */
export const checkouts: Projection<CheckoutRow, EventOf<'CheckoutOpened' | 'CheckoutCompleted'>> = {
  name: 'checkouts',
  version: 1,
  types: new Set(['CheckoutOpened', 'CheckoutCompleted']),
  keys: ({ data: { organizationId, checkoutId, sessionHash } }) => [
    sessionHash,
    `${checkoutsOf(organizationId)}${checkoutId}`,
  ],
  project: (row, { type, data, atMs }) =>
    type === 'CheckoutOpened'
      ? { ...data, openedAtMs: atMs }
      : row && { ...row, completedAtMs: atMs },
  retention: {
    ms: keptMs,
    endedAtMs: ({ completedAtMs, expiresAtMs }) => completedAtMs ?? expiresAtMs,
  },
};
