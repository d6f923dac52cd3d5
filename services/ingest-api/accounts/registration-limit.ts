import { addressGroup } from '../../../platform/http/address.ts';
import { rateLimited } from '../../../platform/http/problem.ts';
import { accountLimits } from './config.ts';

const hourMs = 3_600_000;

export type RegistrationLimit = {
  /** Counts one; throws 429 when the address had its share of this hour. */
  readonly take: (address: string) => void;
};

/** Counts registrations, or what they are followed by, by client address, in hours that begin with the first of them. */
export function openRegistrationLimit({
  perHourMax,
  now,
  counted = 'registrations',
}: {
  perHourMax: number;
  now: () => number;
  counted?: 'registrations' | 'verifications';
}): RegistrationLimit {
  const hours = new Map<string, { readonly endsAtMs: number; count: number }>();
  const hourOf = (group: string) => {
    const known = hours.get(group);
    if (known !== undefined && known.endsAtMs > now()) return known;
    const hour = { endsAtMs: now() + hourMs, count: 0 };
    hours.delete(group);
    hours.set(group, hour);
    return hour;
  };
  return {
    take: address => {
      const hour = hourOf(addressGroup(address));
      if (hour.count >= perHourMax) {
        throw rateLimited(`too many ${counted} from this address`, hour.endsAtMs - now());
      }
      hour.count++;
      const [oldest] = hours.keys();
      if (hours.size > accountLimits.addressesMax && oldest !== undefined) hours.delete(oldest);
    },
  };
}
