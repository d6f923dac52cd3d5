import { Unavailable } from '../../../../platform/errors.ts';
import type { Principal } from '../../../../platform/http/handler.ts';
import { rateLimited } from '../../../../platform/http/problem.ts';
import { snapshotReadLimits } from '../config.ts';

/** How many streams of breakpoints are open in this process. */
export type StreamSlots = {
  /** Gives one back by calling what is returned, as often as one likes. Throws 429 and `Unavailable`. */
  take(key: Pick<Principal, 'keyId' | 'organizationId'>): () => void;
};

const retryAfterMs = 30_000;

/** SDKs that get no stream poll instead. */
export function openStreamSlots(): StreamSlots {
  const counts = new Map<string, number>();
  let all = 0;
  const of = (name: string): number => counts.get(name) ?? 0;
  const add = (name: string, more: number): void => {
    const left = of(name) + more;
    if (left === 0) counts.delete(name);
    else counts.set(name, left);
  };
  return {
    take: ({ keyId, organizationId }) => {
      const names = [`key ${keyId}`, `organization ${organizationId}`];
      const { streamsPerKeyMax, streamsPerOrganizationMax, streamsMax } = snapshotReadLimits;
      const [ofKey = 0, ofOrganization = 0] = names.map(of);
      if (ofKey >= streamsPerKeyMax) throw tooMany(`${streamsPerKeyMax} streams of a key`);
      if (ofOrganization >= streamsPerOrganizationMax)
        throw tooMany(`${streamsPerOrganizationMax} streams of an organization`);
      if (all >= streamsMax) throw new Unavailable(`${all} streams are open, poll meanwhile`);
      const count = (more: number): void => {
        all += more;
        for (const name of names) add(name, more);
      };
      count(1);
      let isTaken = true;
      return () => {
        if (isTaken) count(-1);
        isTaken = false;
      };
    },
  };
}

const tooMany = (what: string) =>
  rateLimited(`at most ${what} may be open at once; poll meanwhile`, retryAfterMs);
