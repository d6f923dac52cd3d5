import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { type StreamName, subscriptionStream } from '../../../../schemas/ids.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision } from '../decision.ts';
import { subscriptions } from './subscription.ts';

type Reported = CommandOf<'RecordUsageReport'>;

export const usageReportStreams = ({ data }: Reported): readonly StreamName[] => [
  subscriptionStream(data.organizationId),
];

/** Months are reported in order, so an earlier one is no news. */
export function recordUsageReport({ data }: Reported, states: States): Decision {
  const stream = subscriptionStream(data.organizationId);
  const subscription = stateOf(subscriptions, states, stream);
  const isNews = subscription !== undefined && data.month > (subscription.reported ?? '');
  return accept({ stream, facts: isNews ? [{ type: 'UsageReported', data }] : [] });
}
