import { sandboxPayment } from '../../../../domain/billing/sandbox.ts';
import type { Checkout } from '../../../../schemas/billing/checkout.ts';
import { checkoutStream } from '../../../../schemas/billing/ids.ts';
import { sandboxProvider } from '../../../../schemas/billing/payment.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { type StreamName, subscriptionStream } from '../../../../schemas/ids.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, reject, type StreamAppend } from '../decision.ts';
import { type CheckoutState, checkouts } from './checkout.ts';
import { planFacts } from './plan.ts';
import { subscriptions } from './subscription.ts';

export const openCheckoutStreams = ({ data }: CommandOf<'OpenCheckout'>): readonly StreamName[] => [
  checkoutStream(data.checkoutId),
];

/** The id of a checkout follows from its command, so a second opening under it is a repetition. */
export function openCheckout({ data }: CommandOf<'OpenCheckout'>, states: States): Decision {
  const stream = checkoutStream(data.checkoutId);
  if (stateOf(checkouts, states, stream) !== undefined) return accept();
  return accept({ stream, facts: [{ type: 'CheckoutOpened', data }] });
}

type Complete = CommandOf<'CompleteCheckout'>;

export const completeCheckoutStreams = ({ data }: Complete): readonly StreamName[] => [
  checkoutStream(data.checkoutId),
  subscriptionStream(data.organizationId),
];

/** The plan changes first: a crash in between repeats the completion, and never takes a payment for nothing. */
export function completeCheckout({ data, atMs }: Complete, states: States): Decision {
  const { checkoutId, organizationId } = data;
  const found = stateOf(checkouts, states, checkoutStream(checkoutId));
  const stream = subscriptionStream(organizationId);
  const subscription = stateOf(subscriptions, states, stream);
  if (found?.checkout.organizationId !== organizationId || subscription === undefined)
    return reject('checkout_unknown', 'there is no such checkout');
  const { checkout } = found;
  // Who has the session of a real checkout has not paid for it.
  if (checkout.provider !== sandboxProvider)
    return reject('checkout_unknown', 'there is no such checkout of the sandbox');
  if (found.isCompleted) return accept();
  if (atMs >= checkout.expiresAtMs)
    return reject('checkout_expired', 'the checkout has expired, open another one');
  const payment = sandboxPayment(checkout, atMs);
  return accept(
    {
      stream,
      facts: [
        { type: 'PaymentChanged', data: { organizationId, payment } },
        ...planFacts(subscription, plainPlan(checkout), atMs),
      ],
    },
    completion(found),
  );
}

const plainPlan = ({
  organizationId,
  plan,
  traceLimit,
  bytesLimit,
  interval,
  checkoutId,
}: Checkout) => ({ organizationId, plan, traceLimit, bytesLimit, interval, checkoutId });

export const completion = ({
  checkout: { checkoutId, organizationId, sessionHash },
}: CheckoutState): StreamAppend => ({
  stream: checkoutStream(checkoutId),
  facts: [{ type: 'CheckoutCompleted', data: { checkoutId, organizationId, sessionHash } }],
});
