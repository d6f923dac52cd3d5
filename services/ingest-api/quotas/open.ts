import type { Configuration } from '../../../platform/config/config.ts';
import type { Principal } from '../../../platform/http/handler.ts';
import { HttpProblem } from '../../../platform/http/problem.ts';
import { subscriptions } from '../../../projections/billing/subscriptions.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { parkedMs } from '../../../schemas/billing/parking.ts';
import { quotaLimits } from './config.ts';
import { excessOf, openOverQuota, type QuotaCheck, refusal } from './over-quota.ts';
import { parkingOf } from './parking.ts';
import { openPeriodBytes } from './period-bytes.ts';
import { type OwnShare, shareOfDay, sharesOfMonth } from './shares.ts';

/** What is to be stored for a request. */
type Amount = {
  readonly key: Pick<Principal, 'organizationId' | 'keyId' | 'kind'>;
  readonly bytes: number;
  readonly receivedAtMs: number;
};

/** Stores it; false when it was there already. */
type Work = () => Promise<boolean>;

/** Of telemetry: `reason` says why it was refused, or why it is parked. */
export type Received = { readonly isParked: boolean; readonly reason?: string | undefined };

export type Quotas = {
  readonly over: QuotaCheck;
  /**
   * For telemetry, of which only the processor knows what is a repetition: the monitor alone counts it for the plan. `isParked`
   * is true over the quota of an organization that parks: then the work stores it as parked.
   */
  readonly receive: (
    amount: Amount,
    work: (isParked: boolean) => Promise<boolean>,
  ) => Promise<Received>;
  /** For what is named by its content: it counts at once, so that a burst ends at the limit of the plan. Gives the reason why nothing was stored. */
  readonly store: (amount: Amount, work: Work) => Promise<string | undefined>;
};

export type QuotaDependencies = {
  readonly projections: Pick<Projections, 'get'>;
  readonly publicUrl: () => string;
  readonly configuration: Pick<Configuration, 'pubKeyBytesPerDay' | 'retention'>;
};

/** What a plan and a public key leave room for. Between two looks of the monitor, this process counts what it took itself. */
export function openQuotas(dependencies: QuotaDependencies): Quotas {
  const { projections, publicUrl, configuration } = dependencies;
  const over = openOverQuota(dependencies);
  const taken = openPeriodBytes(quotaLimits.ownersMax);
  const keptMs = parkedMs(configuration.retention);
  const dayOf = ({ key, receivedAtMs }: Amount): readonly OwnShare[] =>
    key.kind === 'pub' ? [shareOfDay(key, receivedAtMs, configuration.pubKeyBytesPerDay)] : [];
  const monthOf = ({ key, receivedAtMs }: Amount): readonly OwnShare[] => {
    const row = projections.get(subscriptions, key.organizationId);
    return row === undefined ? [] : sharesOfMonth(row, receivedAtMs, publicUrl());
  };
  const within = async (
    amount: Amount,
    month: readonly OwnShare[],
    work: Work,
  ): Promise<string | undefined> => {
    const { bytes } = amount;
    const day = dayOf(amount);
    const reason = taken.take([...day, ...month], bytes)?.why(bytes);
    if (reason !== undefined) return reason;
    try {
      // What a public key sends again costs what it cost before, so it counts in its day.
      if (!(await work())) taken.giveBack(month, bytes);
    } catch (error) {
      taken.giveBack([...day, ...month], bytes);
      throw error;
    }
    return undefined;
  };
  return {
    over,
    receive: async (amount, work) => {
      const { key, receivedAtMs } = amount;
      const row = projections.get(subscriptions, key.organizationId);
      const excess = row && excessOf(row, receivedAtMs);
      if (excess === undefined)
        return { isParked: false, reason: await within(amount, [], () => work(false)) };
      const url = publicUrl();
      if (row?.overQuota !== 'park')
        return { isParked: false, reason: refusal(excess, receivedAtMs, url) };
      const parking = parkingOf(row, excess, { receivedAtMs, url, keptMs });
      const reason = await within(amount, [parking], () => work(true));
      return { isParked: reason === undefined, reason: reason ?? parking.parked };
    },
    store: async (amount, work) =>
      over(amount.key, amount.receivedAtMs) ?? within(amount, monthOf(amount), work),
  };
}

/** Each route has the status that its clients do not try again. */
export const quotaExceeded = (status: 402 | 413, message: string): HttpProblem =>
  new HttpProblem({ status, code: 'quota_exceeded', message });
