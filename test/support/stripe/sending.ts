import type { StripeEvent } from './account.ts';
import { signed } from './server.ts';

/** Sends events to a Tidemark as Stripe does; throws unless each is taken. */
export const sendingTo =
  (url: () => string) =>
  async (events: readonly StripeEvent[]): Promise<void> => {
    for (const event of events) {
      const { body, signature } = signed(event);
      const response = await fetch(`${url()}/v1/billing/stripe-events`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
        body,
      });
      if (!response.ok) throw new Error(`expected the event to be taken, found ${response.status}`);
    }
  };
