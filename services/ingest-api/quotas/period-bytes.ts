/** An amount of bytes that an owner may have in a period. */
export type Share = {
  readonly owner: string;
  /** Such as a month or a day; an owner starts anew in another one. */
  readonly period: string;
  readonly bytesMax: number;
};

export type PeriodBytes = {
  /** The first share in which so many more bytes have no room; undefined when they have it in all, and then they are counted. */
  readonly take: <Own extends Share>(shares: readonly Own[], bytes: number) => Own | undefined;
  readonly giveBack: (shares: readonly Share[], bytes: number) => void;
};

type Taken = { readonly period: string; readonly bytes: number };

/** Counts bytes by owner, in the memory of this process. */
export function openPeriodBytes(ownersMax: number): PeriodBytes {
  const owners = new Map<string, Taken>();
  const takenBy = ({ owner, period }: Share): number => {
    const taken = owners.get(owner);
    return taken?.period === period ? taken.bytes : 0;
  };
  const set = (share: Share, bytes: number): void => {
    owners.delete(share.owner);
    owners.set(share.owner, { period: share.period, bytes });
    const [oldest] = owners.keys();
    if (owners.size > ownersMax && oldest !== undefined) owners.delete(oldest);
  };
  return {
    take: (shares, bytes) => {
      const full = shares.find(share => takenBy(share) + bytes > share.bytesMax);
      if (full === undefined) for (const share of shares) set(share, takenBy(share) + bytes);
      return full;
    },
    giveBack: (shares, bytes) => {
      for (const share of shares) set(share, Math.max(0, takenBy(share) - bytes));
    },
  };
}
