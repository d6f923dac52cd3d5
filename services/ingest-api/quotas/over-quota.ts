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
    const reached = row?.reached;
    if (row === undefined || reached?.level !== 'exceeded') return undefined;
    if (reached.month !== monthOf(receivedAtMs)) return undefined;
    return sentenceOf(row, reached, publicUrl());
  };

function sentenceOf(
  { plan, traceLimit, bytesLimit }: SubscriptionRow,
  { month, traces, bytes }: NonNullable<SubscriptionRow['reached']>,
  url: string,
): string {
  const used =
    traces >= traceLimit
      ? `${count(traces)} of ${count(traceLimit)} traces`
      : `${count(bytes)} of ${count(bytesLimit)} bytes`;
  return `quota exceeded: ${used} of the plan ${plan} are used in ${month}, so nothing was taken; ${startsAnew(month, url)}`;
}

export const startsAnew = (month: Month, url: string): string =>
  `it starts anew at ${new Date(monthEndMs(month)).toISOString()}, or at once with a larger plan from ${url}/billing`;

export const count = (value: number): string => value.toLocaleString('en-US');
