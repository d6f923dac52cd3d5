import { hourMs } from '../../schemas/durations.ts';
import { addressGroup } from './address.ts';
import { rateLimited } from './problem.ts';

/** The network that was counted first is forgotten first. */
const networksMax = 10_000;

export type NetworkLimit = {
  /** Counts one; throws 429 when the address had its share of this hour. */
  readonly take: (address: string) => void;
};

/** Counts requests that need no key by client network, in hours that begin with the first of them. */
export function openNetworkLimit({
  perHourMax,
  now,
  counted,
}: {
  perHourMax: number;
  now: () => number;
  /** What is counted, in the plural. */
  counted: string;
}): NetworkLimit {
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
      if (hours.size > networksMax && oldest !== undefined) hours.delete(oldest);
    },
  };
}
