import type { AdmissionLimits } from '../config.ts';

/** A body that is being read. */
export type ReadingBody = {
  /** Something came of it. */
  readonly came: () => void;
  /** It is here, or never will be. */
  readonly over: () => void;
};

/** Bodies that are being read, so that silent senders do not hold what others wait for. */
export type SilentBodies = {
  readonly open: (breakOff: () => void) => ReadingBody;
  /** Breaks off those of which nothing came for too long. */
  readonly breakOff: () => void;
};

type Reading = { lastMs: number; readonly breakOff: () => void };

/** Of the monotonic clock; a look at all costs so much that it is taken a few times a second at most. */
export function openSilentBodies(
  now: () => number,
  { silentMs, silentLookMs }: Pick<AdmissionLimits, 'silentMs' | 'silentLookMs'>,
): SilentBodies {
  const readings = new Set<Reading>();
  let lookedMs = Number.NEGATIVE_INFINITY;
  return {
    open: breakOff => {
      const reading = { lastMs: now(), breakOff };
      readings.add(reading);
      return {
        came: () => {
          reading.lastMs = now();
        },
        over: () => void readings.delete(reading),
      };
    },
    breakOff: () => {
      if (now() < lookedMs + silentLookMs) return;
      lookedMs = now();
      for (const reading of readings) {
        if (now() < reading.lastMs + silentMs) continue;
        readings.delete(reading);
        reading.breakOff();
      }
    },
  };
}
