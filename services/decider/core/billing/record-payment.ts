import { counts, entitledPlan, isSamePayment } from '../../../../domain/billing/payment.ts';
import { checkoutStream } from '../../../../schemas/billing/ids.ts';
import type { Payment } from '../../../../schemas/billing/payment.ts';
import { freePlan } from '../../../../schemas/billing/quota.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { EventPayload } from '../../../../schemas/events/event.ts';
import { type StreamName, subscriptionStream } from '../../../../schemas/ids.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, reject, type StreamAppend } from '../decision.ts';
import { completion } from './check-out.ts';
import { checkouts } from './checkout.ts';
import { planFacts } from './plan.ts';
import { type Subscription, subscriptions } from './subscription.ts';

type Recorded = CommandOf<'RecordPayment'>;

export const recordPaymentStreams = ({ data }: Recorded): readonly StreamName[] => [
  subscriptionStream(data.organizationId),
  ...(data.checkoutId === undefined ? [] : [checkoutStream(data.checkoutId)]),
];

/**
 * Each reading of the provider that is recorded began after the one before was recorded, so an older state never follows a
 * newer one, in whatever order notices come. The plan changes before its checkout is completed, so that a crash in between
 * never takes a payment for nothing.
 */
export function recordPayment(command: Recorded, states: States): Decision {
  const { organizationId, after } = command.data;
  const stream = subscriptionStream(organizationId);
  const subscription = stateOf(subscriptions, states, stream);
  if (subscription === undefined)
    return reject('subscription_unknown', 'this organization has no subscription');
  if (after !== (subscription.payment?.revision ?? 0))
    return reject(
      'payment_changed',
      'what is paid for changed meanwhile; read the subscription, and try again',
    );
  return accept(
    { stream, facts: paymentFacts(command, subscription) },
    ...completed(command, states),
  );
}

function paymentFacts(
  { data, atMs }: Recorded,
  subscription: Subscription,
): readonly EventPayload[] {
  const { organizationId, payment } = data;
  const recorded = subscription.payment?.recorded;
  if (!counts(payment, recorded)) return [];
  const isNews = recorded === undefined || !isSamePayment(payment, recorded);
  return [
    ...(isNews ? [{ type: 'PaymentChanged', data: { organizationId, payment } } as const] : []),
    ...entitledFacts({ data, atMs }, subscription),
  ];
}

function entitledFacts(
  { data: { organizationId, payment, plans, checkoutId }, atMs }: Pick<Recorded, 'data' | 'atMs'>,
  subscription: Subscription,
): readonly EventPayload[] {
  const name = entitledPlan(payment, atMs);
  if (name === (subscription.entitled ?? freePlan.plan)) return [];
  const plan = plans.find(({ plan: known }) => known === name);
  if (plan === undefined) throw new Error(`expected the limits of the plan ${name}`);
  const interval = intervalOf(payment, name);
  const data = {
    organizationId,
    ...plan,
    ...(interval && { interval }),
    ...(checkoutId && { checkoutId }),
  };
  return planFacts(subscription, data, atMs);
}

const intervalOf = ({ plan, interval, next }: Payment, name: string) =>
  name === plan ? interval : next?.interval;

function completed({ data }: Recorded, states: States): readonly StreamAppend[] {
  if (data.checkoutId === undefined) return [];
  const found = stateOf(checkouts, states, checkoutStream(data.checkoutId));
  const isOpen = found?.isCompleted === false;
  return isOpen && found.checkout.organizationId === data.organizationId ? [completion(found)] : [];
}
