import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Unavailable } from '../../platform/errors.ts';
import type { EventStore } from '../../platform/event-store/port.ts';
import type { ReadStore, Row, RowWrite, TableName } from '../../platform/read-store/port.ts';
import { type Batch, batchGroups } from './batch-groups.ts';
import { openCommits } from './commit-pipeline.ts';
import type { ProjectionInstance } from './instance/instance.ts';
import { type LiveProjections, openInstance } from './instance/live-projections.ts';
import { otherTable } from './instance/table.ts';
import type { Kept } from './kept.ts';
import type { PositionWaiters } from './read/position-waiters.ts';
import { addGroup } from './subscription.ts';

/** Differing rows that a report shows; it counts all of them. */
const differencesMax = 1_000;
/** Rows compared before others get their turn. */
const comparedRowsMax = 1_000;

/** One version of a row that the two generations do not share; null where there is none. */
export type RowDifference = {
  readonly key: string;
  readonly position: number;
  readonly live: Row | null;
  readonly rebuilt: Row | null;
};

export type RebuildReport =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'busy' }
  | {
      readonly kind: 'rebuilt';
      /** Of the projection's types. */
      readonly events: number;
      /** Versions of rows in the new generation. */
      readonly rows: number;
      readonly differences: readonly RowDifference[];
      readonly differenceCount: number;
    };

export type RebuildOptions = {
  /** Whether the two are compared. */
  readonly diff?: boolean;
  /** The live one stays, and what was built goes. */
  readonly dryRun?: boolean;
  /** Aborted: the live one stays, and what was built goes. */
  readonly signal?: AbortSignal;
  /** Called with the position that is reached and the last one that there was at first. */
  readonly onRead?: (position: number, goal: number) => void;
};

export type Rebuild = (name: string, options?: RebuildOptions) => Promise<RebuildReport>;

type Dependencies = {
  readonly folds: LiveProjections;
  readonly eventStore: EventStore;
  readonly readStore: ReadStore;
  readonly kept: Kept;
  /** Keeps the live projections from moving while the task runs; they can be read all the time. */
  readonly exclusive: <T>(task: () => Promise<T>) => Promise<T>;
  readonly waiters: PositionWaiters;
  readonly signal: AbortSignal;
};

/** Builds a projection again beside the live one, compares the two on request, and switches unless told not to. Rejects with the reason of the signal. */
export function openRebuild(dependencies: Dependencies): Rebuild {
  const underWay = new Set<string>();
  return async (name, options = {}) => {
    const live = dependencies.folds.find(name);
    if (live === undefined) return { kind: 'unknown' };
    if (underWay.has(name)) return { kind: 'busy' };
    underWay.add(name);
    try {
      return await rebuild(live, options, dependencies);
    } finally {
      underWay.delete(name);
    }
  };
}

async function rebuild(
  live: ProjectionInstance,
  options: RebuildOptions,
  dependencies: Dependencies,
) {
  const { readStore, signal: stopping } = dependencies;
  const table = otherTable(live.projection, live.table);
  await readStore.drop(table);
  const signal = AbortSignal.any([stopping, ...(options.signal ? [options.signal] : [])]);
  try {
    return await rebuildInto(table, live, options, { ...dependencies, signal });
  } catch (error) {
    if (!stopping.aborted) await readStore.drop(table);
    options.signal?.throwIfAborted();
    throw error;
  }
}

async function rebuildInto(
  table: TableName,
  live: ProjectionInstance,
  { diff = false, dryRun = false, onRead = () => {} }: RebuildOptions,
  dependencies: Dependencies,
) {
  const { eventStore, readStore, exclusive, waiters, signal } = dependencies;
  const fold = openInstance(live.projection, table, readStore);
  const before = await catchUp(fold, await eventStore.head(), onRead, dependencies);
  await waiters.until(() => (live.checkpoint() >= fold.checkpoint() ? true : undefined), signal);
  return exclusive(async () => {
    const after = await catchUp(fold, live.checkpoint(), onRead, dependencies);
    const compared = await compare(live.table, fold.table, diff, readStore);
    signal.throwIfAborted();
    if (dryRun) await readStore.drop(table);
    else await switchTo(fold, dependencies);
    return { kind: 'rebuilt' as const, events: before + after, ...compared };
  });
}

/** Reads come from the new rows before the old ones go. */
async function switchTo(fold: ProjectionInstance, { folds, readStore }: Dependencies) {
  folds.replace(fold);
  await readStore.switchTo(fold.projection.name, fold.table);
}

/**
 * Folds what there is up to `limit` and nothing past it; resolves with the number of events folded. A
 * limit past the last event is a position that the live projection got from an empty batch, and that
 * may never come again: there is nothing to wait for.
 */
async function catchUp(
  fold: ProjectionInstance,
  limit: number,
  onRead: NonNullable<RebuildOptions['onRead']>,
  { eventStore, readStore, kept, signal }: Dependencies,
): Promise<number> {
  const goal = Math.min(limit, await eventStore.head());
  const commits = openCommits(readStore, () => {});
  let seen = 0;
  try {
    if (fold.checkpoint() < goal) {
      const { types } = fold.projection;
      const some = types === 'all' ? {} : { types };
      const batches = eventStore.subscribe({ after: fold.checkpoint(), ...some, signal });
      for await (const group of batchGroups(upTo(limit, goal, batches, kept))) {
        const { events, position } = await addGroup(group, [fold]);
        seen += events;
        await commits.begin([fold], position);
        onRead(position, goal);
      }
    }
    await commits.settled();
    if (fold.checkpoint() < goal) throw new Unavailable('the rebuild was interrupted');
    await commits.begin([fold], limit);
    await commits.settled();
    return seen;
  } finally {
    await commits.forget();
  }
}

/** Events up to the limit, of batches up to the one that reaches the goal. */
async function* upTo(limit: number, goal: number, batches: AsyncIterable<Batch>, kept: Kept) {
  for await (const { events, position } of batches) {
    const wanted = kept(events).filter(event => event.position <= limit);
    yield { events: wanted, position: Math.min(position, limit) };
    if (position >= goal) return;
  }
}

async function compare(
  live: TableName,
  rebuilt: TableName,
  diff: boolean,
  readStore: ReadStore,
): Promise<{ rows: number; differences: readonly RowDifference[]; differenceCount: number }> {
  const differences: RowDifference[] = [];
  let differenceCount = 0;
  let rows = 0;
  let seen = 0;
  for (const pair of pairs(diff ? readStore.versions(live) : [], readStore.versions(rebuilt))) {
    if (++seen % comparedRowsMax === 0) await nextTurn();
    if (pair.rebuilt !== undefined) rows++;
    if (!diff || isDeepStrictEqual(pair.live, pair.rebuilt)) continue;
    differenceCount++;
    if (differences.length < differencesMax) differences.push(toDifference(pair));
  }
  return { rows, differences, differenceCount };
}

type Pair = { readonly live: RowWrite | undefined; readonly rebuilt: RowWrite | undefined };

const toDifference = ({ live, rebuilt }: Pair): RowDifference => ({
  key: (live ?? rebuilt)?.key ?? '',
  position: (live ?? rebuilt)?.position ?? 0,
  live: live?.row ?? null,
  rebuilt: rebuilt?.row ?? null,
});

/** Versions of two tables side by side, in the order that both have. */
function* pairs(lives: Iterable<RowWrite>, rebuilts: Iterable<RowWrite>): Iterable<Pair> {
  const left = lives[Symbol.iterator]();
  const right = rebuilts[Symbol.iterator]();
  let live = next(left);
  let rebuilt = next(right);
  while (live !== undefined || rebuilt !== undefined) {
    const order = compareVersions(live, rebuilt);
    yield { live: order <= 0 ? live : undefined, rebuilt: order >= 0 ? rebuilt : undefined };
    if (order <= 0) live = next(left);
    if (order >= 0) rebuilt = next(right);
  }
}

function next(versions: Iterator<RowWrite>): RowWrite | undefined {
  const { done, value } = versions.next();
  return done === true ? undefined : value;
}

function compareVersions(live: RowWrite | undefined, rebuilt: RowWrite | undefined): number {
  if (live === undefined) return 1;
  if (rebuilt === undefined) return -1;
  return (
    Buffer.compare(Buffer.from(live.key), Buffer.from(rebuilt.key)) ||
    live.position - rebuilt.position
  );
}
