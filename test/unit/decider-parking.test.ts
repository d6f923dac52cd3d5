import { organizationId, subscriptionStream } from '../../schemas/ids.ts';
import { recordParking, setOverQuota } from '../support/account-commands.ts';
import { given, past } from '../support/given.ts';

const organization = organizationId('organization-0');
const stream = subscriptionStream(organization);
const started = past(stream, {
  type: 'SubscriptionStarted',
  data: { organizationId: organization, plan: 'free', traceLimit: 100, bytesLimit: 1_000 },
});
const set = (overQuota: 'reject' | 'park') =>
  ({ type: 'OverQuotaSet', data: { organizationId: organization, overQuota } }) as const;
const filled = {
  type: 'ParkingFilled',
  data: { organizationId: organization, requests: 3, bytes: 100 },
} as const;
const freed = { type: 'ParkingFreed', data: { organizationId: organization } } as const;

describe('SetOverQuota', () => {
  const wish = (overQuota: 'reject' | 'park') =>
    setOverQuota({ organizationId: organization, overQuota });

  it('is a fact when it changes something', () => {
    given(started)
      .when(wish('park'))
      .expect({ stream, facts: [set('park')] });
    given(started, past(stream, set('park')))
      .when(wish('reject'))
      .expect({ stream, facts: [set('reject')] });
  });

  it('is none for what is so already', () => {
    given(started).when(wish('reject')).expect();
    given(started, past(stream, set('park')))
      .when(wish('park'))
      .expect();
  });

  it('is rejected without a subscription', () => {
    given().when(wish('park')).rejects('subscription_unknown');
  });
});

describe('RecordParking', () => {
  const record = (isFull: boolean) =>
    recordParking({ organizationId: organization, isFull, requests: 3, bytes: 100 });

  it('says once that as much is parked as may be, and once that there is room', () => {
    given(started)
      .when(record(true))
      .expect({ stream, facts: [filled] });
    given(started, past(stream, filled)).when(record(true)).expect();
    given(started, past(stream, filled))
      .when(record(false))
      .expect({ stream, facts: [freed] });
    given(started, past(stream, filled), past(stream, freed)).when(record(false)).expect();
    given(started).when(record(false)).expect();
  });
});
