export type LimitOptions = {
  readonly min: number;
  readonly max: number;
  /** How long one may be under way. */
  readonly targetMs: number;
  /** By how much it grows for one that was in time. */
  readonly step: number;
};

export type LatencySample = {
  readonly tookMs: number;
  /** What was under way when it ended, itself included. */
  readonly inUse: number;
  readonly atMs: number;
};

export type AdaptiveLimit = {
  readonly value: () => number;
  readonly ended: (ended: LatencySample) => void;
};

const decrease = 0.9;

/**
 * How much may be under way so that each takes no longer than the target. Grows by a step while all
 * are in time and it is made use of, and shrinks to nine tenths of what is under way when one is
 * late: additive increase, multiplicative decrease (Chiu and Jain, 1989; `AIMDLimit` of Netflix's
 * concurrency-limits). At most once in the time that the late one took: requests that ran beside it
 * add no information.
 */
export function openLimit({ min, max, targetMs, step }: LimitOptions): AdaptiveLimit {
  let value = max;
  let heldUntilMs = Number.NEGATIVE_INFINITY;
  return {
    value: () => value,
    ended: ({ tookMs, inUse, atMs }) => {
      if (tookMs > targetMs) {
        if (atMs < heldUntilMs) return;
        value = Math.max(min, Math.min(value, inUse) * decrease);
        heldUntilMs = atMs + tookMs;
      } else if (inUse * 2 > value) {
        value = Math.min(max, value + step);
      }
    },
  };
}
