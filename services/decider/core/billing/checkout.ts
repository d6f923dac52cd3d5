import type { Checkout } from '../../../../schemas/billing/checkout.ts';
import type { CheckoutEvent } from '../../../../schemas/billing/events.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import { aggregate } from '../aggregate.ts';

export type CheckoutState = {
  readonly kind: 'checkout';
  readonly checkout: Checkout;
  readonly isCompleted: boolean;
};

/** It is opened and completed, once each. */
export const checkouts = aggregate<CheckoutState, CheckoutEvent['type']>({
  kind: 'checkout',
  reads: 'whole',
  events: { CheckoutOpened: true, CheckoutCompleted: true },
  evolve: evolveCheckout,
});

function evolveCheckout(
  state: CheckoutState | undefined,
  event: EventOf<CheckoutEvent['type']>,
): CheckoutState | undefined {
  switch (event.type) {
    case 'CheckoutOpened':
      return { kind: 'checkout', checkout: event.data, isCompleted: false };
    case 'CheckoutCompleted':
      return state && { ...state, isCompleted: true };
  }
}
