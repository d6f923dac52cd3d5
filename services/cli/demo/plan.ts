import { minuteMs } from '../../../schemas/durations.ts';
import { UsageError } from '../errors.ts';
import { spansMin } from './comparison/verdict.ts';
import type { TrafficPlan } from './sending/pace.ts';

/** Without `--seconds`: long enough to be convincing, short enough to wait for. */
const presetSeconds = 60;
export const secondsMin = 15;
/** Everything must lie within the window of 15 minutes that is read back. */
const trafficMsMax = 10 * minuteMs;
/** For the last requests to end, for reading back and for stopping. */
const restMsMax = 12_000;
const restShare = 0.4;

const requestsPerSecondMin = 45;
/** Fewer than an average request has, so that there are enough in any case. */
const spansPerRequest = 4;

export function parseSeconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= secondsMin) return seconds;
  throw new UsageError(
    `expected --seconds to be a whole number from ${secondsMin} on, found ${text}`,
  );
}

/** How much to send, and for how long, so that all ends in time. */
export function planOf(
  seconds: number = presetSeconds,
  spentMs: number,
  seed: number,
): TrafficPlan {
  const leftMs = Math.max(0, seconds * 1000 - spentMs);
  const trafficMs = Math.min(trafficMsMax, leftMs - Math.min(restMsMax, leftMs * restShare));
  const needed = spansMin / spansPerRequest / (trafficMs / 1000);
  return { seed, trafficMs, requestsPerSecond: Math.max(requestsPerSecondMin, needed) };
}
