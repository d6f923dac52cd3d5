import { openShares } from '../../../platform/shares/fair-shares.ts';
import { limits } from '../config.ts';
import { KnownEnds } from '../core/known-ends.ts';

/** Whose ends are together: those of an organization that came through one partition. */
export type EndsOf = { readonly source: string; readonly organization: string };

/**
 * The ends of calls that this process knows, for all partitions. Organizations share its memory; who holds the most gives first.
 * What is forgotten is looked up in the warehouse, so a limit costs time and no exactness.
 */
export type EndMemory = {
  /** What is found or begun stays as it is until it is settled. */
  readonly find: (of: EndsOf) => KnownEnds | undefined;
  /** Begins to remember: all that was received from then on will be there. */
  readonly begin: (of: EndsOf, completeFromMs: number) => KnownEnds;
  /** Forgets what is too old, counts what is left, and makes room when all are too large. */
  readonly settle: (of: EndsOf, known: KnownEnds) => void;
  /** Forgets a partition, as another process may have written to it. */
  readonly forget: (source: string) => void;
  readonly bytes: () => number;
};

type Held = { readonly known: KnownEnds; readonly of: EndsOf; bytes: number; isInUse: boolean };

/** Of an organization beside its tables. */
const heldBytes = 512;

const rules = {
  withinMs: limits.callWithinMs,
  slackMs: limits.callSlackMs,
  tableRowsMax: limits.callEndsOfTableMax,
  callersMax: limits.callersOfOneIdMax,
};

export function openEndMemory(bytesMax: number = limits.callEndBytesMax): EndMemory {
  const shares = openShares();
  /** Those that were used last are at the end. */
  const all = new Map<string, Held>();
  const drop = (name: string, { of, bytes }: Held): void => {
    all.delete(name);
    shares.give(of.organization, bytes);
  };
  const count = (held: Held): void => {
    const bytes = heldBytes + held.known.bytes;
    shares.take(held.of.organization, bytes - held.bytes);
    held.bytes = bytes;
  };
  const dropIdle = (nowMs: number): void => {
    for (const [name, held] of all) {
      if (held.known.usedAtMs >= nowMs - limits.callEndsIdleMs) return;
      drop(name, held);
    }
  };
  const makeRoom = (): void => {
    const rest = (bytesMax * 3) / 4;
    const level = shares.level(rest);
    for (const [name, held] of [...all]) {
      if (held.isInUse) continue;
      const isOver = () => shares.total() > rest && shares.held(held.of.organization) > level;
      while (isOver() && held.known.forgetOldest()) count(held);
      if (isOver()) drop(name, held);
    }
  };
  const use = (name: string, held: Held): void => {
    held.known.usedAtMs = performance.now();
    held.isInUse = true;
    all.delete(name);
    all.set(name, held);
  };
  return {
    find: of => {
      const held = all.get(nameOf(of));
      if (held !== undefined) use(nameOf(of), held);
      return held?.known;
    },
    begin: (of, completeFromMs) => {
      dropIdle(performance.now());
      const known = new KnownEnds(completeFromMs, rules);
      const held = { known, of, bytes: heldBytes, isInUse: true };
      shares.take(of.organization, heldBytes);
      use(nameOf(of), held);
      return known;
    },
    settle: (of, known) => {
      const held = all.get(nameOf(of));
      // The partition may have been lost, and taken again.
      if (held?.known !== known) return;
      held.isInUse = false;
      known.expire();
      count(held);
      if (shares.total() > bytesMax) makeRoom();
    },
    forget: source => {
      for (const [name, held] of [...all]) if (held.of.source === source) drop(name, held);
    },
    bytes: shares.total,
  };
}

const nameOf = ({ source, organization }: EndsOf): string => `${source} ${organization}`;
