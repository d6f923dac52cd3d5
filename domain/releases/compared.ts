import { daySeconds } from '../../schemas/durations.ts';
import { hourSeconds, windowSeconds, windowStart } from '../../schemas/window.ts';

export type Range = { readonly fromSeconds: number; readonly toSeconds: number };

/** The time before a deployment and the time after it, of one length, and the time in which its adoption is counted. */
export type Compared = {
  readonly lengthSeconds: number;
  readonly before: Range;
  readonly after: Range;
  readonly adoption: Range;
};

const adoptionSeconds = hourSeconds;

/**
 * What is compared of a deployment at an instant: tens of seconds, from the one that holds the deployment to the one that is
 * running, a day at most. Undefined: nothing has passed since.
 */
export function comparedOf(deployedAtMs: number, nowMs: number): Compared | undefined {
  const at = windowStart(Math.floor(deployedAtMs / 1000));
  const end = Math.min(at + daySeconds, windowStart(Math.floor(nowMs / 1000)) + windowSeconds);
  if (end <= at) return undefined;
  return {
    lengthSeconds: end - at,
    before: { fromSeconds: at - (end - at), toSeconds: at },
    after: { fromSeconds: at, toSeconds: end },
    adoption: { fromSeconds: Math.max(at, end - adoptionSeconds), toSeconds: end },
  };
}
