import type { PlanLimits, QuotaLevel, Usage } from '../../schemas/billing/quota.ts';

/** Of a limit: from here on the organization is warned. */
const warnedShare = 0.8;

const levels: readonly QuotaLevel[] = ['within', 'warned', 'exceeded'];

/** How far the quota is that is used up most. At its limit nothing more is taken. */
export function quotaLevel(usage: Usage, limits: PlanLimits): QuotaLevel {
  const share = Math.max(usage.traces / limits.traceLimit, usage.bytes / limits.bytesLimit);
  if (share >= 1) return 'exceeded';
  return share >= warnedShare ? 'warned' : 'within';
}

export const isHigher = (level: QuotaLevel, than: QuotaLevel): boolean =>
  levels.indexOf(level) > levels.indexOf(than);
