import { Unavailable } from '../errors.ts';
import { addressGroup } from '../http/address.ts';
import { rateLimited } from '../http/problem.ts';

/** Who takes a place, as far as it is known. */
export type PlaceHolder = {
  readonly organizationId?: string;
  readonly keyId?: string;
  /** Of its client; its network is what counts. */
  readonly address?: string;
};

export type PlacesLimits = {
  /** What is counted, in the plural, for messages. */
  readonly what: string;
  readonly max: number;
  /** The last ones of all, reserved for holders of whom no organization, key or network holds any. */
  readonly reserved: number;
  readonly perOrganizationMax?: number;
  readonly perKeyMax?: number;
  readonly perNetworkMax?: number;
  /** What a holder that has its share waits before it tries again; ten seconds when absent. */
  readonly retryAfterMs?: number;
};

/** Something of which a process has only so many at once: streams, requests that wait. */
export type Places = {
  /**
   * Takes one, and gives it back when what is returned is called, as often as one likes. Throws 429 to a holder that has
   * its share, and `Unavailable` when all are taken.
   */
  take(holder: PlaceHolder): () => void;
  /** Taken now. */
  taken(): number;
};

const retryAfterMsDefault = 10_000;

/** Places in one process, with a share for each organization, key and client network. */
export function openPlaces(limits: PlacesLimits): Places {
  const counts = new Map<string, number>();
  let all = 0;
  const add = (shares: readonly Share[], more: number): void => {
    all += more;
    for (const { name } of shares) {
      const left = (counts.get(name) ?? 0) + more;
      if (left === 0) counts.delete(name);
      else counts.set(name, left);
    }
  };
  const expectRoom = (shares: readonly Share[]): void => {
    const { what, max, reserved, retryAfterMs = retryAfterMsDefault } = limits;
    for (const { name, most, of } of shares)
      if ((counts.get(name) ?? 0) >= most)
        throw rateLimited(`at most ${most} ${what} of ${of} may be open at once`, retryAfterMs);
    const isNewcomer = shares.every(({ name }) => !counts.has(name));
    if (all >= (isNewcomer ? max : max - reserved))
      throw new Unavailable(`${all} ${what} are open, try again later`);
  };
  return {
    taken: () => all,
    take: holder => {
      const shares = sharesOf(holder, limits);
      expectRoom(shares);
      add(shares, 1);
      let isTaken = true;
      return () => {
        if (isTaken) add(shares, -1);
        isTaken = false;
      };
    },
  };
}

/** What a place counts towards. */
type Share = { readonly name: string; readonly most: number; readonly of: string };

function sharesOf({ organizationId, keyId, address }: PlaceHolder, limits: PlacesLimits): Share[] {
  const { perOrganizationMax, perKeyMax, perNetworkMax } = limits;
  const shares: Share[] = [];
  const add = (id: string | undefined, most: number | undefined, of: string): void => {
    if (id !== undefined && most !== undefined) shares.push({ name: `${of} ${id}`, most, of });
  };
  add(organizationId, perOrganizationMax, 'an organization');
  add(keyId, perKeyMax, 'a key');
  if (perNetworkMax !== undefined && address !== undefined)
    add(addressGroup(address), perNetworkMax, 'a client network');
  return shares;
}
