import { rateLimited } from '../../../../platform/http/problem.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import { backtestLimits } from './config.ts';

export type SlotLimits = { readonly processMax: number; readonly organizationMax: number };

export type ReplaySlots = {
  /** Gives the slot back by calling what is returned. Throws 429 when too many run. */
  readonly take: (organizationId: OrganizationId) => () => void;
};

/** How many evaluate the past at once: each takes its turns of the process, so few leave time for others. */
export function openReplaySlots(
  what: string,
  { processMax, organizationMax }: SlotLimits,
): ReplaySlots {
  const running = new Map<OrganizationId, number>();
  let all = 0;
  const add = (organizationId: OrganizationId, more: number): void => {
    all += more;
    const left = (running.get(organizationId) ?? 0) + more;
    if (left === 0) running.delete(organizationId);
    else running.set(organizationId, left);
  };
  return {
    take: organizationId => {
      const { retryAfterMs } = backtestLimits;
      if ((running.get(organizationId) ?? 0) >= organizationMax)
        throw rateLimited(
          `at most ${organizationMax} of the ${what} of an organization run at once`,
          retryAfterMs,
        );
      if (all >= processMax)
        throw rateLimited(`${all} ${what} are running, try again later`, retryAfterMs);
      add(organizationId, 1);
      let isTaken = true;
      return () => {
        if (isTaken) add(organizationId, -1);
        isTaken = false;
      };
    },
  };
}
