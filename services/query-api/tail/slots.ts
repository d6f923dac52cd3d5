import { Unavailable } from '../../../platform/errors.ts';
import { rateLimited } from '../../../platform/http/problem.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { limits } from '../config.ts';

/** How many streams are open in this process. */
export type Slots = {
  /** Gives one back by calling what is returned, as often as one likes. Throws 429 and `Unavailable`. */
  take(organization: OrganizationId): () => void;
};

const retryAfterMs = 10_000;

export function openSlots(): Slots {
  const open = new Map<OrganizationId, number>();
  let all = 0;
  const count = (organization: OrganizationId, more: number): void => {
    all += more;
    const left = (open.get(organization) ?? 0) + more;
    if (left === 0) open.delete(organization);
    else open.set(organization, left);
  };
  return {
    take: organization => {
      const { streamsPerOrganizationMax: perOrganization, streamsMax } = limits;
      if ((open.get(organization) ?? 0) >= perOrganization) {
        const message = `expected at most ${perOrganization} streams of an organization at once`;
        throw rateLimited(message, retryAfterMs);
      }
      if (all >= streamsMax)
        throw new Unavailable(`expected at most ${streamsMax} streams at once`);
      count(organization, 1);
      let isTaken = true;
      return () => {
        if (isTaken) count(organization, -1);
        isTaken = false;
      };
    },
  };
}
