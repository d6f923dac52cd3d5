import { Unavailable } from '../../../../platform/errors.ts';
import { addressGroup } from '../../../../platform/http/address.ts';
import { rateLimited } from '../../../../platform/http/problem.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import { limits } from '../../config.ts';

/** How many streams are open in this process. */
export type ConnectionLimiter = {
  /** Gives one back by calling what is returned, as often as one likes. Throws 429 and `Unavailable`. */
  take(organization: OrganizationId, address: string): () => void;
};

const retryAfterMs = 10_000;

export function openSlots(): ConnectionLimiter {
  const organizations = openCounts();
  const networks = openCounts();
  let all = 0;
  const count = (organization: OrganizationId, network: string, more: number): void => {
    all += more;
    organizations.add(organization, more);
    networks.add(network, more);
  };
  return {
    take: (organization, address) => {
      const network = addressGroup(address);
      const [ofOrganization, ofNetwork] = [organizations.of(organization), networks.of(network)];
      expectRoom(ofOrganization, ofNetwork, all);
      count(organization, network, 1);
      let isTaken = true;
      return () => {
        if (isTaken) count(organization, network, -1);
        isTaken = false;
      };
    },
  };
}

function expectRoom(ofOrganization: number, ofNetwork: number, all: number): void {
  const { streamsPerOrganizationMax, streamsPerNetworkMax } = limits;
  const { streamsMax, streamsForNewcomers } = limits;
  if (ofOrganization >= streamsPerOrganizationMax)
    throw tooMany(`at most ${streamsPerOrganizationMax} streams of an organization`);
  if (ofNetwork >= streamsPerNetworkMax)
    throw tooMany(`at most ${streamsPerNetworkMax} streams to a client network`);
  const isNewcomer = ofOrganization === 0 && ofNetwork === 0;
  const most = isNewcomer ? streamsMax : streamsMax - streamsForNewcomers;
  if (all >= most) throw new Unavailable(`${all} streams are open, try again later`);
}

const tooMany = (what: string) => rateLimited(`${what} may be open at once`, retryAfterMs);

function openCounts() {
  const counts = new Map<string, number>();
  return {
    of: (name: string): number => counts.get(name) ?? 0,
    add: (name: string, more: number): void => {
      const left = (counts.get(name) ?? 0) + more;
      if (left === 0) counts.delete(name);
      else counts.set(name, left);
    },
  };
}
