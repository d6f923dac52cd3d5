import { dayMs } from '../durations.ts';
import type { Retention } from '../retention.ts';
import type { PlanLimits } from './quota.ts';

/** What becomes of telemetry over the quota: it is refused, or kept until there is quota again. */
export const overQuotas = ['reject', 'park'] as const;
export type OverQuota = (typeof overQuotas)[number];

/** Of the bytes that a plan has for a month. */
const parkedShare = 0.1;

/** So many bytes of an organization are parked at most. */
export const parkedBytesMax = ({ bytesLimit }: Pick<PlanLimits, 'bytesLimit'>): number =>
  Math.floor(bytesLimit * parkedShare);

/** How long a request is parked. The log and the blob store have it for longer, so that it can still count. */
export const parkedMs = ({ topicsMs }: Pick<Retention, 'topicsMs'>): number =>
  Math.min(6 * dayMs, Math.floor((topicsMs * 6) / 7));
