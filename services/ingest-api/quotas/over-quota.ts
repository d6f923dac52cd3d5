import type { Principal } from '../../../platform/http/handler.ts';
import { type SubscriptionRow, subscriptions } from '../../../projections/billing/subscriptions.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { type Month, monthEndMs, monthOf } from '../../../schemas/billing/month.ts';

/** Why nothing more of an organization is taken in the month of an instant; undefined while it is. */
export type QuotaCheck = (
  key: Pick<Principal, 'organizationId'>,
  receivedAtMs: number,
) => string | undefined;

/** Reads the subscription from this process alone, without a request to another one. */
export const openOverQuota =
  ({
    projections,
    publicUrl,
  }: {
    readonly projections: Pick<Projections, 'get'>;
    readonly publicUrl: () => string;
  }): QuotaCheck =>
  ({ organizationId }, receivedAtMs) => {
    const row = projections.get(subscriptions, organizationId);
    const excess = row && excessOf(row, receivedAtMs);
    return excess && refusal(excess, receivedAtMs, publicUrl());
  };

/** What of a plan is used up in the month of an instant, as the beginning of a sentence. */
export function excessOf(
  { plan, traceLimit, bytesLimit, reached }: SubscriptionRow,
  receivedAtMs: number,
): string | undefined {
  if (reached?.level !== 'exceeded' || reached.month !== monthOf(receivedAtMs)) return undefined;
  const { month, traces, bytes } = reached;
  const used =
    traces >= traceLimit
      ? `${count(traces)} of ${count(traceLimit)} traces`
      : `${count(bytes)} of ${count(bytesLimit)} bytes`;
  return `quota exceeded: ${used} of the plan ${plan} are used in ${month}`;
}

export const refusal = (excess: string, receivedAtMs: number, url: string): string =>
  `${excess}, so nothing was taken; ${startsAnew(monthOf(receivedAtMs), url)}`;

export const startsAnew = (month: Month, url: string): string =>
  `it starts anew at ${new Date(monthEndMs(month)).toISOString()}, or at once with a larger plan from ${url}/billing`;

export const count = (value: number): string => value.toLocaleString('en-US');
