import { randomInt } from 'node:crypto';
import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { spanBucketStart } from '../../../schemas/window.ts';
import { limits } from '../config.ts';
import { type BatchRange, sourceName } from '../core/range.ts';
import {
  hashIdentities,
  type IdentityHashes,
  identityText,
  type SpanIdentities,
} from '../core/span-identities.ts';
import { openPairs } from '../core/tuple-set.ts';
import { createYielder } from '../yielder.ts';
import type { GroupMemory, KnownGroup, SpanGroup } from './group-memory.ts';
import { groupName, type Reading, storedBefore, storedGroups } from './stored-spans.ts';

/** Says which spans were sent before, in the batches of one partition. */
export type Repeats = {
  /**
   * The rows of the next batch that do not count, ascending. Of the same spans those count that no other has that counts, lies
   * earlier on the partition and was received within the last hours. The fingerprints propose; the warehouse decides, with the
   * batch before, which may not be in it yet. So the same range always has the same result.
   */
  readonly of: (
    identities: SpanIdentities,
    range: BatchRange,
    signal: AbortSignal,
  ) => Promise<Uint32Array>;
};

export type RepeatsOptions = {
  readonly warehouse: Pick<Warehouse, 'query'>;
  readonly memory: GroupMemory;
  /** For how long a span that is sent again does not count. */
  readonly withinMs: number;
};

type Batch = {
  readonly identities: SpanIdentities;
  readonly hashes: IdentityHashes;
  readonly groups: readonly SpanGroup[];
};

type Decided = Batch & { readonly repeats: Uint32Array };

const hashStart = randomInt(2 ** 32);
const none = new Uint32Array(0);

/** For one run of a partition: what it remembers is complete only as long as nobody else writes. */
export function openRepeats(
  source: Pick<BatchRange, 'topic' | 'partition'>,
  { warehouse, memory, withinMs }: RepeatsOptions,
): Repeats {
  const name = sourceName(source.topic, source.partition);
  memory.forget(name);
  let before: Decided | undefined;
  return {
    of: async (identities, range, signal) => {
      const reading = { warehouse, signal };
      const { groups, groupOf } = await groupsOf(identities, name);
      const batch = { identities, groups, hashes: await hashesOf(identities) };
      const known = await knownGroups(groups, before, { memory, ...reading });
      const proposed = await propose(batch, groupOf, known);
      for (const [group, state] of known.entries())
        memory.settle(groups[group] as SpanGroup, state);
      const repeats =
        proposed.length === 0
          ? none
          : await decide({ batch, before, proposed, range, withinMs }, reading);
      before = { ...batch, repeats };
      return repeats;
    },
  };
}

async function groupsOf(identities: SpanIdentities, source: string) {
  const { rows, organizations, organization, endSeconds } = identities;
  const pairs = openPairs();
  const groupOf = new Uint32Array(rows);
  await inSlices(rows, (from, to) => {
    for (let row = from; row < to; row++) {
      const bucketSeconds = spanBucketStart(endSeconds[row] as number);
      groupOf[row] = pairs.number(organization[row] as number, bucketSeconds);
    }
  });
  const groups = Array.from({ length: pairs.size() }, (_, group) => ({
    source,
    organization: organizations[pairs.a(group)] ?? '',
    bucketSeconds: pairs.b(group),
  }));
  return { groups, groupOf };
}

async function hashesOf(identities: SpanIdentities): Promise<IdentityHashes> {
  const { rows } = identities;
  const hashes = { first: new Uint32Array(rows), second: new Uint32Array(rows) };
  await inSlices(rows, (from, to) =>
    hashIdentities(identities, hashes, { from, to, start: hashStart }),
  );
  return hashes;
}

/** A group that is met for the first time is new if neither the warehouse nor the batch before has a span of it. */
async function knownGroups(
  groups: readonly SpanGroup[],
  before: Decided | undefined,
  { memory, ...reading }: Reading & { readonly memory: GroupMemory },
): Promise<readonly KnownGroup[]> {
  const found = groups.map(memory.find);
  const unknown = groups.filter((_, index) => found[index] === undefined);
  if (unknown.length === 0) return found as readonly KnownGroup[];
  const stored = await storedGroups(unknown, reading);
  const pending = new Set(before?.groups.map(groupName));
  return groups.map((group, index) => {
    const groupNamed = groupName(group);
    const isNew = !stored.has(groupNamed) && !pending.has(groupNamed);
    return found[index] ?? memory.begin(group, isNew);
  });
}

/** Rows that may be repeats; all others are new, and remembered. */
async function propose(
  { identities, hashes: { first, second } }: Batch,
  groupOf: Uint32Array,
  known: readonly KnownGroup[],
): Promise<readonly number[]> {
  const proposed: number[] = [];
  await inSlices(identities.rows, (from, to) => {
    for (let row = from; row < to; row++) {
      const prints = known[groupOf[row] as number]?.fingerprints;
      const [one, other] = [first[row] as number, second[row] as number];
      if (prints === undefined || prints.mayHave(one, other)) proposed.push(row);
      else prints.add(one, other);
    }
  });
  return proposed;
}

type Proposal = {
  readonly batch: Batch;
  readonly before: Decided | undefined;
  readonly proposed: readonly number[];
  readonly range: BatchRange;
  readonly withinMs: number;
};

async function decide(
  { batch, before, proposed, range, withinMs }: Proposal,
  reading: Reading,
): Promise<Uint32Array> {
  const { identities, hashes } = batch;
  const latest = await storedBefore(identities, proposed, range, reading);
  const wanted = new Set(proposed.map(row => hashes.first[row] as number));
  const repeats: number[] = [];
  if (before !== undefined) {
    const dropped = new Set(before.repeats);
    await eachAlike(before, wanted, (text, atMs, row) => {
      if (!dropped.has(row)) latest.set(text, Math.max(atMs, latest.get(text) ?? 0));
    });
  }
  await eachAlike(batch, wanted, (text, atMs, row) => {
    const lastMs = latest.get(text);
    if (lastMs !== undefined && lastMs > atMs - withinMs) repeats.push(row);
    else latest.set(text, atMs);
  });
  return Uint32Array.from(repeats);
}

/** Visits the spans with one of these first hashes in their order: all that are alike, and few others. */
async function eachAlike(
  { identities, hashes: { first } }: Batch,
  wanted: ReadonlySet<number>,
  visit: (text: string, receivedAtMs: number, row: number) => void,
): Promise<void> {
  await inSlices(identities.rows, (from, to) => {
    for (let row = from; row < to; row++) {
      if (!wanted.has(first[row] as number)) continue;
      visit(identityText(identities, row), identities.receivedAtMs[row] as number, row);
    }
  });
}

async function inSlices(rows: number, work: (from: number, to: number) => void): Promise<void> {
  const slice = createYielder();
  for (let from = 0; from < rows; from += limits.spansHashedAtOnce) {
    work(from, Math.min(rows, from + limits.spansHashedAtOnce));
    await slice();
  }
}
