import { isHigher, quotaLevel } from '../../../../domain/billing/quota.ts';
import { monthAfter } from '../../../../schemas/billing/month.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { EventPayload } from '../../../../schemas/events/event.ts';
import { type StreamName, subscriptionStream } from '../../../../schemas/ids.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision } from '../decision.ts';
import { isClosed, type Subscription, subscriptions } from './subscription.ts';

type Recorded = CommandOf<'RecordQuota'>;

export const recordQuotaStreams = ({ data }: Recorded): readonly StreamName[] => [
  subscriptionStream(data.organizationId),
];

/** What is known already, or comes after something later, is no news: no fact follows, and no refusal. */
export function recordQuota({ data }: Recorded, states: States): Decision {
  const stream = subscriptionStream(data.organizationId);
  const subscription = stateOf(subscriptions, states, stream);
  if (subscription === undefined || isClosed(subscription, data.month)) return accept();
  const facts = data.isFinal ? closing(data, subscription) : reaching(data, subscription);
  return accept({ stream, facts });
}

function closing(
  { organizationId, month, traces, bytes }: Recorded['data'],
  subscription: Subscription,
): readonly EventPayload[] {
  const next = { organizationId, month: monthAfter(month) };
  return [
    { type: 'PeriodClosed', data: { organizationId, month, traces, bytes } },
    ...(isOver(subscription, next.month) ? [{ type: 'QuotaRestored', data: next } as const] : []),
  ];
}

function reaching(
  { organizationId, month, traces, bytes }: Recorded['data'],
  subscription: Subscription,
): readonly EventPayload[] {
  const { reached, limits } = subscription;
  if (reached !== undefined && month < reached.month) return [];
  const level = quotaLevel({ traces, bytes }, limits);
  if (!isHigher(level, reached?.month === month ? reached.level : 'within')) return [];
  const restored: EventPayload = { type: 'QuotaRestored', data: { organizationId, month } };
  const data = { organizationId, month, traces, bytes, ...limits };
  const type = level === 'exceeded' ? 'QuotaExceeded' : 'QuotaWarned';
  return [...(isOver(subscription, month) ? [restored] : []), { type, data }];
}

/** A month before this one was exceeded, and nothing was said of its end yet. */
const isOver = ({ reached }: Subscription, month: string): boolean =>
  reached?.level === 'exceeded' && reached.month < month;
