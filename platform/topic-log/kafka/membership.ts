import type { Assignments } from './assignments.ts';
import { kafkaLimits } from './limits.ts';

/** A member's place in its group, and when it was last confirmed. */
export type Membership = {
  readonly revoked: () => void;
  readonly joined: (partitions: readonly number[]) => void;
  readonly heard: () => void;
  readonly stop: () => void;
};

const lookEveryMs = 500;
const silentMsMax = kafkaLimits.sessionTimeoutMs + 2 * kafkaLimits.rebalanceTimeoutMs;

/**
 * Takes the partitions away when the coordinator was silent for the session timeout: by then it may
 * have given them to others, and a process that slept cannot know. They are given again when it
 * turns out that the membership lived on, and the member is over when the silence does not end.
 */
export function watchMembership(
  assignments: Pick<Assignments, 'assign' | 'revoke'>,
  ended: (error: Error) => void,
): Membership {
  let owned: readonly number[] | undefined;
  let heardAtMs = performance.now();
  let hasLapsed = false;
  const look = (): void => {
    const silentMs = performance.now() - heardAtMs;
    if (silentMs > silentMsMax)
      ended(new Error(`expected the group to answer within ${silentMsMax} ms`));
    if (hasLapsed || silentMs <= kafkaLimits.sessionTimeoutMs) return;
    hasLapsed = true;
    assignments.revoke();
  };
  const timer = setInterval(look, lookEveryMs);
  timer.unref();
  const revoked = (): void => {
    owned = undefined;
    assignments.revoke();
  };
  return {
    revoked,
    joined: partitions => {
      owned = partitions;
      hasLapsed = false;
      assignments.assign(partitions);
    },
    heard: () => {
      look();
      heardAtMs = performance.now();
      if (!hasLapsed) return;
      hasLapsed = false;
      if (owned !== undefined) assignments.assign(owned);
    },
    stop: () => {
      clearInterval(timer);
      revoked();
    },
  };
}
