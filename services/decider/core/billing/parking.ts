import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { type StreamName, subscriptionStream } from '../../../../schemas/ids.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, reject } from '../decision.ts';
import { subscriptions } from './subscription.ts';

type Wished = CommandOf<'SetOverQuota'>;
type Recorded = CommandOf<'RecordParking'>;

export const parkingStreams = ({ data }: Wished | Recorded): readonly StreamName[] => [
  subscriptionStream(data.organizationId),
];

export function setOverQuota({ data }: Wished, states: States): Decision {
  const stream = subscriptionStream(data.organizationId);
  const subscription = stateOf(subscriptions, states, stream);
  if (subscription === undefined)
    return reject('subscription_unknown', 'this organization has no subscription');
  const isNews = data.overQuota !== (subscription.overQuota ?? 'reject');
  return accept({ stream, facts: isNews ? [{ type: 'OverQuotaSet', data }] : [] });
}

/** What is known already is no news. */
export function recordParking({ data }: Recorded, states: States): Decision {
  const { organizationId, isFull, requests, bytes } = data;
  const stream = subscriptionStream(organizationId);
  const subscription = stateOf(subscriptions, states, stream);
  if (subscription === undefined || isFull === (subscription.isParkingFull ?? false))
    return accept();
  return accept({
    stream,
    facts: [
      isFull
        ? { type: 'ParkingFilled', data: { organizationId, requests, bytes } }
        : { type: 'ParkingFreed', data: { organizationId } },
    ],
  });
}
