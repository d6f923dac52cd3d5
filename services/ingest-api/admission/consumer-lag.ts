import {
  type FairShareAllocator,
  openShares,
  type ReadonlyAllocator,
} from '../../../platform/shares/fair-shares.ts';
import { type AdaptiveLimit, openLimit } from '../core/adaptive-limit.ts';

export type BacklogLimits = {
  readonly bytesMin: number;
  readonly bytesMax: number;
  readonly stepBytes: number;
  readonly targetMs: number;
  /** A partition that stands still for so long is not waited for. */
  readonly stillMsMax: number;
};

/** What this process appended and its processor has not taken yet, by organization. */
export type ConsumerLagLimiter = {
  readonly shares: ReadonlyAllocator;
  readonly limit: () => number;
  readonly appended: (record: {
    readonly organization: string;
    /** Its name, with that of its topic. */
    readonly partition: string;
    readonly bytes: number;
    readonly atMs: number;
  }) => void;
  /** How far the processor has come in each partition. */
  readonly processed: (
    positions: readonly { readonly partition: string; readonly committed: number }[],
    atMs: number,
  ) => void;
};

type Entry = { readonly organization: string; readonly bytes: number; readonly atMs: number };

type Partition = {
  readonly waiting: Entry[];
  committed: number;
  movedAtMs: number;
  isStill: boolean;
};

/**
 * Counts records, not offsets: each that is processed makes room for one more. So a processor that
 * works off what came in while it stood still is given no more than it takes, and no less either.
 * One that stands still is not waited for: taking what it cannot take is what the log is there for.
 */
export function openBacklog(limits: BacklogLimits): ConsumerLagLimiter {
  const shares = openShares();
  const { bytesMin: min, bytesMax: max, stepBytes: step, targetMs } = limits;
  const limit = openLimit({ min, max, step, targetMs });
  const partitions = new Map<string, Partition>();
  return {
    shares,
    limit: limit.value,
    appended: ({ partition, ...entry }) => {
      const found = partitions.get(partition);
      // Until its position is known nothing can be released.
      if (found === undefined || found.isStill) return;
      if (found.waiting.length === 0) found.movedAtMs = entry.atMs;
      found.waiting.push(entry);
      shares.take(entry.organization, entry.bytes);
    },
    processed: (positions, atMs) => {
      for (const { partition, committed } of positions) {
        const found = partitions.get(partition);
        if (found === undefined) partitions.set(partition, begun(committed, atMs));
        else if (committed > found.committed) moved(found, committed, atMs, { shares, limit });
        else rested(found, atMs, limits, shares);
      }
    },
  };
}

const begun = (committed: number, movedAtMs: number): Partition => ({
  waiting: [],
  committed,
  movedAtMs,
  isStill: false,
});

function moved(
  partition: Partition,
  committed: number,
  atMs: number,
  { shares, limit }: { readonly shares: FairShareAllocator; readonly limit: AdaptiveLimit },
): void {
  const inUse = shares.total();
  const done = partition.waiting.splice(0, committed - partition.committed);
  for (const { organization, bytes } of done) shares.give(organization, bytes);
  Object.assign(partition, { committed, movedAtMs: atMs, isStill: false });
  const [oldest] = done;
  if (oldest !== undefined) limit.ended({ tookMs: atMs - oldest.atMs, inUse, atMs });
}

function rested(
  partition: Partition,
  atMs: number,
  { stillMsMax }: BacklogLimits,
  shares: FairShareAllocator,
): void {
  const { waiting, movedAtMs } = partition;
  if (waiting.length === 0 || atMs - movedAtMs < stillMsMax) return;
  for (const { organization, bytes } of waiting.splice(0)) shares.give(organization, bytes);
  partition.isStill = true;
}
