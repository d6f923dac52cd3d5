import { normal, type Random } from '../random.ts';

/** A piece of work: how long it takes at the median, and how far apart quick and slow ones are. */
export type Work = { readonly medianMs: number; readonly spread: number };

/** One in so many is stuck behind a lock, a collection or a cold cache. */
const stuckShare = 0.02;
const stuckTimes = 15;
/** The caller's timeout. */
const workMsMax = 1_500;
const workMsMin = 0.05;

/** Log-normal with a heavy tail, in whole microseconds. */
export function workMicros({ medianMs, spread }: Work, random: Random): number {
  const stuck = random() < stuckShare ? stuckTimes : 1;
  const ms = medianMs * stuck * Math.exp(spread * normal(random));
  return Math.round(Math.min(workMsMax, Math.max(workMsMin, ms)) * 1000);
}
