import type { IncomingBody, Permit } from '../../../platform/http/admission.ts';
import type { FairShareAllocator } from '../../../platform/shares/fair-shares.ts';
import type { AdmissionLimits } from '../config.ts';
import type { AdaptiveLimit } from '../core/adaptive-limit.ts';
import type { Reservations } from '../core/reservations.ts';
import type { SilentBodies } from './silent-bodies.ts';

/** What the requests of a process have in common. */
export type AdmissionState = {
  readonly shares: FairShareAllocator;
  readonly claims: Reservations;
  readonly limit: AdaptiveLimit;
  readonly limits: AdmissionLimits;
  /** Of the monotonic clock, in milliseconds. */
  readonly now: () => number;
  readonly silent: SilentBodies;
  /** Throws what is said when a body of the organization that was admitted becomes too much. */
  readonly full: (organization: string) => never;
  readonly released: () => void;
};

/** What one request holds: as much as is expected of it, for a while, and then what has come. */
export function acquirePermit(
  { shares, claims, limit, limits, now, silent, full, released }: AdmissionState,
  { organizationId: organization, breakOff }: Pick<IncomingBody, 'organizationId' | 'breakOff'>,
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
  const reading = silent.open(breakOff);
  const hasRoom = (more: number): boolean => {
    const isSmall = shares.held(organization) + more <= limits.reservedForBytesMax;
    const most = isSmall ? limits.bytesBound : limits.bytesBound - limits.reservedBytes;
    return shares.total() + more <= most;
  };
  const settle = claims.open(() => giveBack(taken - Math.max(come, limits.requestBytesMin)));
  return {
    grow: bytes => {
      reading.came();
      const more = come + bytes - taken;
      if (more > 0) {
        if (!hasRoom(more)) full(organization);
        shares.take(organization, more);
        taken += more;
      }
      come += bytes;
    },
    arrived: () => {
      settle();
      reading.over();
      arrivedAtMs = now();
    },
    release: () => {
      settle();
      reading.over();
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
