import type { SubscriptionRow } from '../../../projections/billing/subscriptions.ts';
import { monthOf } from '../../../schemas/billing/month.ts';
import { parkedBytesMax } from '../../../schemas/billing/parking.ts';
import { dayOf } from '../../../schemas/day.ts';
import { count, startsAnew } from './over-quota.ts';
import type { OwnShare } from './shares.ts';

type Parking = OwnShare & {
  /** Said of what is parked. */
  readonly parked: string;
};

type Asked = {
  readonly receivedAtMs: number;
  readonly url: string;
  /** How long a request is parked. */
  readonly keptMs: number;
};

/**
 * What this process may park of an organization that is over its quota in a day: what it parked before may count or be over by
 * now. It parks nothing while the monitor finds that as much is parked by all processes.
 */
export function parkingOf(
  { organizationId, bytesLimit, isParkingFull }: SubscriptionRow,
  excess: string,
  { receivedAtMs, url, keptMs }: Asked,
): Parking {
  const anew = startsAnew(monthOf(receivedAtMs), url);
  const max = parkedBytesMax({ bytesLimit });
  const until = new Date(receivedAtMs + keptMs).toISOString();
  return {
    owner: `${organizationId} parked`,
    period: dayOf(receivedAtMs),
    bytesMax: isParkingFull ? -1 : max,
    why: () =>
      `${excess}, and as much is parked as may be, ${count(max)} bytes, so nothing was taken; ${anew}`,
    parked: `${excess}, so this request is parked until ${until} and counts as soon as there is quota; ${anew}`,
  };
}
