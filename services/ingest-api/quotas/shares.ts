import type { Principal } from '../../../platform/http/handler.ts';
import type { SubscriptionRow } from '../../../projections/billing/subscriptions.ts';
import { monthOf } from '../../../schemas/billing/month.ts';
import { dayMs } from '../../../schemas/durations.ts';
import { count, startsAnew } from './over-quota.ts';
import type { Share } from './period-bytes.ts';

/** A share, and why so many more bytes are not taken. */
export type OwnShare = Share & { readonly why: (bytes: number) => string };

/**
 * What this process may store of an organization in a month: no more than the plan, and no more than what was left of it
 * when its use was recorded last.
 */
export function sharesOfMonth(
  { organizationId, plan, bytesLimit, reached }: SubscriptionRow,
  receivedAtMs: number,
  url: string,
): readonly OwnShare[] {
  const period = monthOf(receivedAtMs);
  const why = (bytes: number): string =>
    `quota exceeded: ${count(bytes)} bytes are more than what is left of ${count(bytesLimit)} bytes of the plan ${plan} in ${period}, so nothing was taken; ${startsAnew(period, url)}`;
  const whole = { owner: organizationId, period, bytesMax: bytesLimit, why };
  if (reached?.month !== period) return [whole];
  const owner = `${organizationId} ${reached.bytes}`;
  return [whole, { ...whole, owner, bytesMax: bytesLimit - reached.bytes }];
}

/** What a public key may send to this process in a day: a page shows it to everybody. */
export function shareOfDay(
  { keyId }: Pick<Principal, 'keyId'>,
  receivedAtMs: number,
  bytesMax: number,
): OwnShare {
  const day = Math.floor(receivedAtMs / dayMs);
  const again = new Date((day + 1) * dayMs).toISOString();
  const why = (): string =>
    `quota exceeded: a public key may send ${count(bytesMax)} bytes a day, so nothing was taken; it may send again at ${again}`;
  return { owner: keyId, period: String(day), bytesMax, why };
}
