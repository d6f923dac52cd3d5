import type { Checkout } from '../../../../schemas/billing/checkout.ts';
import { checkoutStream } from '../../../../schemas/billing/ids.ts';
import { monthOf } from '../../../../schemas/billing/month.ts';
import type { PlanLimits } from '../../../../schemas/billing/quota.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { EventPayload } from '../../../../schemas/events/event.ts';
import { type StreamName, subscriptionStream } from '../../../../schemas/ids.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, reject } from '../decision.ts';
import { checkouts } from './checkout.ts';
import { type Subscription, subscriptions } from './subscription.ts';

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
  if (found.isCompleted) return accept();
  const { checkout } = found;
  if (atMs >= checkout.expiresAtMs)
    return reject('checkout_expired', 'the checkout has expired, open another one');
  const { sessionHash } = checkout;
  return accept(
    { stream, facts: changing(checkout, subscription, atMs) },
    {
      stream: checkoutStream(checkoutId),
      facts: [{ type: 'CheckoutCompleted', data: { checkoutId, organizationId, sessionHash } }],
    },
  );
}

/** A larger plan ends a warning and a stop of its month: what was used is counted and compared anew. */
function changing(
  { organizationId, plan, traceLimit, bytesLimit, interval, checkoutId }: Checkout,
  { limits, reached }: Subscription,
  atMs: number,
): readonly EventPayload[] {
  const month = monthOf(atMs);
  const isReached = reached?.month === month && reached.level !== 'within';
  const changed: EventPayload = {
    type: 'PlanChanged',
    data: { organizationId, plan, traceLimit, bytesLimit, interval, checkoutId },
  };
  const restored: EventPayload = { type: 'QuotaRestored', data: { organizationId, month } };
  return isReached && isLarger({ traceLimit, bytesLimit }, limits)
    ? [changed, restored]
    : [changed];
}

const isLarger = (plan: PlanLimits, than: PlanLimits): boolean =>
  plan.traceLimit > than.traceLimit || plan.bytesLimit > than.bytesLimit;
