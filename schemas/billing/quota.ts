/** What a plan gives for a month, what was used of it, and how far that is. One definition for all who count. */

export type PlanLimits = { readonly traceLimit: number; readonly bytesLimit: number };

export type Plan = PlanLimits & { readonly plan: string };

/** What an organization starts with, unless the operator of this Tidemark says otherwise. */
export const freePlan: Plan = { plan: 'free', traceLimit: 200_000, bytesLimit: 20_000_000_000 };

/** What a public key may send in a day, unless the operator says otherwise: a page shows it to everybody. */
export const pubKeyBytesPerDay = 2_000_000_000;

/** Different traces of which a span was received, and bytes of all kinds (`stored.ts`). */
export type Usage = { readonly traces: number; readonly bytes: number };

export type QuotaLevel = 'within' | 'warned' | 'exceeded';

/** Of a limit: from here on the organization is warned. */
export const warnedShare = 0.8;

const levels: readonly QuotaLevel[] = ['within', 'warned', 'exceeded'];

/** How far the quota is that is used up most. At its limit nothing more is taken. */
export function quotaLevel(usage: Usage, limits: PlanLimits): QuotaLevel {
  const share = Math.max(usage.traces / limits.traceLimit, usage.bytes / limits.bytesLimit);
  if (share >= 1) return 'exceeded';
  return share >= warnedShare ? 'warned' : 'within';
}

export const isHigher = (level: QuotaLevel, than: QuotaLevel): boolean =>
  levels.indexOf(level) > levels.indexOf(than);
