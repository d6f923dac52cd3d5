import type { Permit } from '../../../platform/http/admission.ts';
import type { FairShareAllocator } from '../../../platform/shares/fair-shares.ts';
import type { AdmissionLimits } from '../config.ts';
import type { AdaptiveLimit } from '../core/adaptive-limit.ts';
import type { Reservations } from '../core/reservations.ts';

/** What the requests of a process have in common. */
export type AdmissionState = {
  readonly shares: FairShareAllocator;
  readonly claims: Reservations;
  readonly limit: AdaptiveLimit;
  readonly limits: AdmissionLimits;
  /** Of the monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** Throws what is said when a body that was admitted becomes too much. */
  readonly full: () => never;
  readonly released: () => void;
};

/** What one request holds: as much as is expected of it, for a while, and then what has come. */
export function acquirePermit(
  { shares, claims, limit, limits, now, full, released }: AdmissionState,
  organization: string,
  expected: number,
): Permit {
  let taken = expected;
  let come = 0;
  let arrivedAtMs: number | undefined;
  const giveBack = (amount: number): void => {
    if (amount <= 0) return;
    shares.give(organization, amount);
    taken -= amount;
    released();
  };
  const settle = claims.open(() => giveBack(taken - Math.max(come, limits.requestBytesMin)));
  return {
    grow: bytes => {
      const more = come + bytes - taken;
      if (more > 0) {
        if (shares.total() + more > limits.bytesBound) full();
        shares.take(organization, more);
        taken += more;
      }
      come += bytes;
    },
    arrived: () => {
      settle();
      arrivedAtMs = now();
    },
    release: () => {
      settle();
      const inUse = shares.total();
      // A long body is decoded in a thread, so its duration does not show how busy the process is.
      const tells = arrivedAtMs !== undefined && come <= limits.expectedBytesMax;
      giveBack(taken);
      if (tells) limit.ended({ tookMs: now() - (arrivedAtMs ?? 0), inUse, atMs: now() });
      arrivedAtMs = undefined;
      come = 0;
    },
  };
}
