import type { PlanChanged } from '../../../../schemas/billing/events.ts';
import { monthOf } from '../../../../schemas/billing/month.ts';
import type { PlanLimits } from '../../../../schemas/billing/quota.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { EventPayload } from '../../../../schemas/events/event.ts';
import { type StreamName, subscriptionStream } from '../../../../schemas/ids.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, reject } from '../decision.ts';
import { type Subscription, subscriptions } from './subscription.ts';

type SetPlan = CommandOf<'SetPlan'>;

export const setPlanStreams = ({ data }: SetPlan): readonly StreamName[] => [
  subscriptionStream(data.organizationId),
];

/** An operator gives a plan that nobody pays for. It stays until a payment gives another one. */
export function setPlan({ data, atMs }: SetPlan, states: States): Decision {
  const { organizationId, plan } = data;
  const stream = subscriptionStream(organizationId);
  const subscription = stateOf(subscriptions, states, stream);
  if (subscription === undefined)
    return reject('subscription_unknown', `there is no organization ${organizationId}`);
  const { limits } = subscription;
  const isSame =
    subscription.plan === plan.plan &&
    limits.traceLimit === plan.traceLimit &&
    limits.bytesLimit === plan.bytesLimit;
  if (isSame) return accept();
  const given = { organizationId, ...plan, givenBy: 'operator' } as const;
  return accept({ stream, facts: planFacts(subscription, given, atMs) });
}

/** A larger plan ends a warning and a stop of its month: what was used is counted and compared anew. */
export function planFacts(
  { limits, reached }: Subscription,
  data: PlanChanged['data'],
  atMs: number,
): readonly EventPayload[] {
  const month = monthOf(atMs);
  const changed: EventPayload = { type: 'PlanChanged', data };
  if (reached?.month !== month || reached.level === 'within' || !isLarger(data, limits))
    return [changed];
  const { organizationId } = data;
  return [changed, { type: 'QuotaRestored', data: { organizationId, month } }];
}

const isLarger = (plan: PlanLimits, than: PlanLimits): boolean =>
  plan.traceLimit > than.traceLimit || plan.bytesLimit > than.bytesLimit;
