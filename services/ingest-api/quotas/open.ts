import type { Configuration } from '../../../platform/config/config.ts';
import type { Principal } from '../../../platform/http/handler.ts';
import { HttpProblem } from '../../../platform/http/problem.ts';
import { subscriptions } from '../../../projections/billing/subscriptions.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { quotaLimits } from './config.ts';
import { openOverQuota, type QuotaCheck } from './over-quota.ts';
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

/** Both functions give the reason why nothing was stored; undefined once it is. */
export type Quotas = {
  readonly over: QuotaCheck;
  /** For telemetry, of which only the processor knows what is a repetition: the monitor alone counts it for the plan. */
  readonly receive: (amount: Amount, work: Work) => Promise<string | undefined>;
  /** For what is named by its content: it counts at once, so that a burst ends at the limit of the plan. */
  readonly store: (amount: Amount, work: Work) => Promise<string | undefined>;
};

export type QuotaDependencies = {
  readonly projections: Pick<Projections, 'get'>;
  readonly publicUrl: () => string;
  readonly configuration: Pick<Configuration, 'pubKeyBytesPerDay'>;
};

/** What a plan and a public key leave room for. Between two looks of the monitor, this process counts what it took itself. */
export function openQuotas(dependencies: QuotaDependencies): Quotas {
  const { projections, publicUrl, configuration } = dependencies;
  const over = openOverQuota(dependencies);
  const taken = openPeriodBytes(quotaLimits.ownersMax);
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
    const { key, bytes, receivedAtMs } = amount;
    const day = dayOf(amount);
    const reason = over(key, receivedAtMs) ?? taken.take([...day, ...month], bytes)?.why(bytes);
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
    receive: (amount, work) => within(amount, [], work),
    store: (amount, work) => within(amount, monthOf(amount), work),
  };
}

/** Each route has the status that its clients do not try again. */
export const quotaExceeded = (status: 402 | 413, message: string): HttpProblem =>
  new HttpProblem({ status, code: 'quota_exceeded', message });
