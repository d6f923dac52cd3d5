import { randomInt } from 'node:crypto';
import { chunk } from '../../../platform/chunk.ts';
import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { packedText, type StringTable } from '../blocks/string-table.ts';
import { limits } from '../config.ts';
import type { EdgeWindow } from '../core/edge-window.ts';
import { type CallEnd, type KeyPlace, keyAt, wordsOfKey } from '../core/end-table.ts';
import type { EdgeSink, KnownEnds } from '../core/known-ends.ts';
import { type BatchRange, sourceName } from '../core/range.ts';
import { spanIdAt, traceIdAt } from '../core/span-identities.ts';
import type { Reading } from '../repeats/stored-spans.ts';
import { createYielder } from '../yielder.ts';
import type { BatchEnds } from './batch-ends.ts';
import { type EdgeFold, openEdgeFold } from './edge-fold.ts';
import type { EndMemory } from './end-memory.ts';
import {
  keyName,
  lastReceived,
  type StoredEnd,
  storedEnds,
  type WantedKey,
} from './stored-ends.ts';

/** Joins the ends of calls in the batches of one partition. */
export type Edges = {
  /**
   * What the next batch adds to the edges. Ends of earlier batches are taken from memory, and where it is not known to have all of
   * them from the warehouse and the batch before, which may not be in it yet. So the same range always has the same result.
   */
  readonly of: (
    ends: BatchEnds,
    range: BatchRange,
    signal: AbortSignal,
  ) => Promise<readonly EdgeWindow[]>;
};

export type EdgesOptions = {
  readonly warehouse: Pick<Warehouse, 'query'>;
  readonly memory: EndMemory;
};

const hashStart = randomInt(2 ** 32);

type Before = {
  readonly ends: BatchEnds;
  readonly range: BatchRange;
  readonly latestMs: number;
  readonly organizations: ReadonlySet<string>;
};

/** For one run of a partition: what it remembers is complete only as long as nobody else writes. */
export function openEdges(
  source: Pick<BatchRange, 'topic' | 'partition'>,
  { warehouse, memory }: EdgesOptions,
): Edges {
  const name = sourceName(source.topic, source.partition);
  memory.forget(name);
  let before: Before | undefined;
  return {
    of: async (ends, range, signal) => {
      const reading = { warehouse, signal };
      const places = placesByOrganization(ends);
      const asked = { ends, range, before };
      const known = await knownEnds(places, asked, name, { memory, ...reading });
      await completeKeys(known, asked, reading);
      const fold = openEdgeFold();
      await takeAll(ends, known, fold);
      for (const [organization, each] of known)
        memory.settle({ source: name, organization: ends.organizations[organization] ?? '' }, each);
      before = {
        ends,
        range,
        latestMs: latestOf(ends.receivedAtMs),
        organizations: new Set(ends.organizations),
      };
      return fold.result();
    },
  };
}

async function takeAll(
  ends: BatchEnds,
  known: ReadonlyMap<number, KnownEnds>,
  fold: EdgeFold,
): Promise<void> {
  const textOf = openTexts(ends.names);
  const sinks = ends.organizations.map(fold.sink);
  await inSlices(ends.rows, row => {
    const organization = ends.organization[row] as number;
    const key = keyAt(ends.words, row * wordsOfKey, hashStart);
    const end = endAt(ends, row, textOf);
    const sink = sinks[organization] as EdgeSink;
    known.get(organization)?.take(key, end, ends.isCaller[row] === 1, sink);
  });
}

/** Does work for each row, giving way to other work in between. */
async function inSlices(rows: number, work: (row: number) => void): Promise<void> {
  const slice = createYielder();
  for (let from = 0; from < rows; from += limits.callEndsTakenAtOnce) {
    const to = Math.min(rows, from + limits.callEndsTakenAtOnce);
    for (let row = from; row < to; row++) work(row);
    await slice();
  }
}

const latestOf = (instants: Float64Array): number => {
  let latest = 0;
  for (const instant of instants) latest = Math.max(latest, instant);
  return latest;
};

type Asked = {
  readonly ends: BatchEnds;
  readonly range: BatchRange;
  readonly before: Before | undefined;
};

/** The earliest receipt of an end of each organization of the batch, by its index. */
function placesByOrganization(ends: BatchEnds): ReadonlyMap<number, number> {
  const earliest = new Map<number, number>();
  for (let row = 0; row < ends.rows; row++) {
    const organization = ends.organization[row] as number;
    const receivedAtMs = ends.receivedAtMs[row] as number;
    earliest.set(organization, Math.min(receivedAtMs, earliest.get(organization) ?? receivedAtMs));
  }
  return earliest;
}

/** What is known of each organization; of one that is met for the first time nothing, up to what was received of it before. */
async function knownEnds(
  earliest: ReadonlyMap<number, number>,
  { ends, range, before }: Asked,
  source: string,
  { memory, ...reading }: Reading & { readonly memory: EndMemory },
): Promise<ReadonlyMap<number, KnownEnds>> {
  const known = new Map<number, KnownEnds>();
  const unknown: number[] = [];
  for (const organization of earliest.keys()) {
    const found = memory.find({ source, organization: ends.organizations[organization] ?? '' });
    if (found === undefined) unknown.push(organization);
    else known.set(organization, found);
  }
  for (const some of chunk(unknown, limits.callEndsLookedUpMax)) {
    const names = some.map(organization => ends.organizations[organization] ?? '');
    const sinceMs = Math.min(...some.map(organization => earliest.get(organization) as number));
    const last = await lastReceived(names, sinceMs - limits.callWithinMs, range, reading);
    for (const [index, organization] of some.entries()) {
      const name = names[index] as string;
      const lastMs = Math.max(
        last.get(name) ?? -1,
        before?.organizations.has(name) ? before.latestMs : -1,
        sinceMs - limits.callWithinMs - 1,
      );
      known.set(organization, memory.begin({ source, organization: name }, lastMs + 1));
    }
  }
  return known;
}

/** Looks up the keys of which earlier ends may be missing in memory. */
async function completeKeys(
  known: ReadonlyMap<number, KnownEnds>,
  { ends, range, before }: Asked,
  reading: Reading,
): Promise<void> {
  const wanted = new Map<string, Wanted>();
  await inSlices(ends.rows, row => {
    const of = known.get(ends.organization[row] as number);
    const key = keyAt(ends.words, row * wordsOfKey, hashStart);
    if (of?.isComplete(key, ends.receivedAtMs[row] as number) !== false) return;
    const stored = storedKey(ends, row);
    wanted.set(keyName(stored), { ...stored, key, of });
  });
  if (wanted.size === 0) return;
  const pending = await endsByKey(wanted, before?.ends);
  const earlier = { ...range, first: before?.range.first ?? range.first };
  const slice = createYielder();
  for (const some of chunk([...wanted], limits.callEndsLookedUpMax)) {
    const stored = await storedEnds(
      some.map(([, each]) => each),
      earlier,
      reading,
    );
    for (const [name, { key, of }] of some) {
      of.complete(key, [...(stored.get(name) ?? []), ...(pending.get(name) ?? [])]);
      await slice();
    }
  }
}

type Wanted = WantedKey & { readonly key: KeyPlace; readonly of: KnownEnds };

const storedKey = (ends: BatchEnds, row: number): WantedKey => ({
  organization: ends.organizations[ends.organization[row] as number] ?? '',
  trace: traceIdAt(ends.words, row * wordsOfKey),
  id: String(spanIdAt(ends.words, row * wordsOfKey + 4)),
  endSeconds: ends.endSeconds[row] as number,
});

/** The ends of a batch that have one of these keys, in their order. */
async function endsByKey(
  wanted: ReadonlyMap<string, unknown>,
  ends: BatchEnds | undefined,
): Promise<ReadonlyMap<string, readonly StoredEnd[]>> {
  const found = new Map<string, StoredEnd[]>();
  if (ends === undefined) return found;
  const textOf = openTexts(ends.names);
  await inSlices(ends.rows, row => {
    const name = keyName(storedKey(ends, row));
    if (!wanted.has(name)) return;
    const end = { ...endAt(ends, row, textOf), isCaller: ends.isCaller[row] === 1 };
    const known = found.get(name);
    if (known === undefined) found.set(name, [end]);
    else known.push(end);
  });
  return found;
}

const endAt = (ends: BatchEnds, row: number, textOf: (index: number) => string): CallEnd => ({
  service: textOf(ends.service[row] as number),
  target: textOf(ends.target[row] as number),
  endSeconds: ends.endSeconds[row] as number,
  receivedAtMs: ends.receivedAtMs[row] as number,
  bucket: ends.bucket[row] as number,
  failed: ends.failed[row] === 1,
});

/** Each text decoded once. */
function openTexts(table: StringTable): (index: number) => string {
  const texts: string[] = [];
  return index => {
    texts[index] ??= packedText(table, index).toString();
    return texts[index];
  };
}
