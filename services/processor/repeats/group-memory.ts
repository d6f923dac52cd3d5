import { openShares } from '../../../platform/shares/fair-shares.ts';
import { limits } from '../config.ts';
import { Fingerprints } from '../core/fingerprints.ts';

/** The spans of one organization that ended in the same five minutes and came through one partition. */
export type SpanGroup = {
  readonly source: string;
  readonly organization: string;
  readonly bucketSeconds: number;
};

/** What is known of a group: every span of it is among its fingerprints; without these, every span is to be looked up. */
export type KnownGroup = {
  readonly fingerprints: Fingerprints | undefined;
  bytes: number;
  usedAtMs: number;
};

/**
 * The groups that this process knows, for all partitions. Organizations share its memory; who holds the most gives first. What
 * is forgotten is looked up in the warehouse, so a limit costs time and no exactness.
 */
export type GroupMemory = {
  /** Undefined: the warehouse may have any number of its spans. */
  readonly find: (group: SpanGroup) => KnownGroup | undefined;
  /** Begins to remember a group: with fingerprints only if nobody has any span of it. */
  readonly begin: (group: SpanGroup, isNew: boolean) => KnownGroup;
  /** Counts what a group has grown by, and makes room when all are too large. */
  readonly settle: (group: SpanGroup, known: KnownGroup) => void;
  /** Forgets a partition, as another process may have written to its groups. */
  readonly forget: (source: string) => void;
  readonly bytes: () => number;
};

type Groups = Map<string, KnownGroup>;

/** Of a group beside its fingerprints. */
const groupBytes = 512;

const nameOf = ({ source, bucketSeconds }: SpanGroup): string => `${source} ${bucketSeconds}`;

export function openGroupMemory(bytesMax: number = limits.fingerprintBytesMax): GroupMemory {
  const shares = openShares();
  /** By organization; those that were used last are at the end. */
  const held = new Map<string, Groups>();
  const dropWhile = (organization: string, isDropped: (known: KnownGroup) => boolean): void => {
    const groups = held.get(organization) ?? new Map();
    for (const [name, known] of groups) {
      if (!isDropped(known)) break;
      groups.delete(name);
      shares.give(organization, known.bytes);
    }
    if (groups.size === 0) held.delete(organization);
  };
  const makeRoom = (): void => {
    const rest = bytesMax - Math.min(limits.fingerprintBytesFreed, bytesMax / 2);
    const level = shares.level(rest);
    for (const organization of [...held.keys()])
      dropWhile(organization, () => shares.total() > rest && shares.held(organization) > level);
  };
  return {
    find: group => {
      const [groups, name] = [held.get(group.organization), nameOf(group)];
      const known = groups?.get(name);
      if (known === undefined) return undefined;
      known.usedAtMs = performance.now();
      groups?.delete(name);
      groups?.set(name, known);
      return known;
    },
    begin: (group, isNew) => {
      const { organization } = group;
      const usedAtMs = performance.now();
      dropWhile(organization, known => known.usedAtMs < usedAtMs - limits.fingerprintsIdleMs);
      const fingerprints = isNew ? new Fingerprints() : undefined;
      const known = { fingerprints, bytes: groupBytes, usedAtMs };
      const groups: Groups = held.get(organization) ?? new Map();
      held.set(organization, groups.set(nameOf(group), known));
      shares.take(organization, groupBytes);
      return known;
    },
    settle: (group, known) => {
      // Another group may have taken its room.
      if (held.get(group.organization)?.get(nameOf(group)) !== known) return;
      const bytes = groupBytes + (known.fingerprints?.bytes ?? 0);
      shares.take(group.organization, bytes - known.bytes);
      known.bytes = bytes;
      if (shares.total() > bytesMax) makeRoom();
    },
    forget: source => {
      for (const [organization, groups] of [...held])
        for (const [name, { bytes }] of groups)
          if (name.startsWith(`${source} `)) {
            groups.delete(name);
            shares.give(organization, bytes);
          }
    },
    bytes: shares.total,
  };
}
