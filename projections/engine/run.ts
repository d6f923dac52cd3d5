import { createMutex } from '../../platform/async/mutex.ts';
import { Unavailable } from '../../platform/errors.ts';
import type { EventStore } from '../../platform/event-store/port.ts';
import type { Running } from '../../platform/lifecycle.ts';
import type { Log } from '../../platform/log.ts';
import type { ReadStore } from '../../platform/read-store/port.ts';
import type { CommandId } from '../../schemas/ids.ts';
import { type CommandResultRow, commandResults } from '../commands/command-results.ts';
import type { Group } from './batch-groups.ts';
import type { Book, BookProjection } from './book.ts';
import { openCommits } from './commit-pipeline.ts';
import { type Erasing, keepErasing, openErased } from './erasing.ts';
import { bookIn } from './instance/book-instance.ts';
import { type LiveProjections, openFolds } from './instance/live-projections.ts';
import { keptOf, openKept } from './kept.ts';
import type { Projection } from './projection.ts';
import { type DomainState, openHistory, positionAt, type StateOptions } from './read/history.ts';
import { openWaiters, reachedAt } from './read/position-waiters.ts';
import { createReadYourWritesBarrier } from './read/read-your-writes.ts';
import { openReads, type Reads } from './read/reads.ts';
import { singleFlight } from './read/single-flight.ts';
import { openRebuild, type Rebuild } from './rebuild.ts';
import { addGroup, runSubscription } from './subscription.ts';

export type Projections = Running &
  Reads &
  Erasing & {
    /** Position up to which every projection has come. */
    readonly reached: () => number;
    /** Resolves when every projection has come to the position, or the signal aborts. */
    readonly passed: (position: number, signal: AbortSignal) => Promise<void>;
    /** A book as it is now; after a failure there is another. */
    readonly book: <B extends Book>(projection: BookProjection<B>) => Promise<B>;
    /** Waits until everything acknowledged before the call can be read. Throws `Unavailable`. */
    readonly barrier: (signal: AbortSignal) => Promise<void>;
    /** Domain state with everything acknowledged, or as it was at an instant. Throws `Unavailable`. */
    readonly state: (options: StateOptions) => Promise<DomainState>;
    /** The last position at which nothing after the instant had been recorded; -1 before the first event. */
    readonly positionAt: (instantMs: number) => number;
    /** The outcome of a command, if there is one once everything acknowledged was looked at. */
    readonly known: (id: CommandId, signal: AbortSignal) => Promise<CommandResultRow | undefined>;
    /** The outcome of a command as soon as there is one. */
    readonly outcome: (id: CommandId, signal: AbortSignal) => Promise<CommandResultRow>;
    /** When the event store last sent a batch, also an empty one; on the monotonic clock. */
    readonly lastHeardAtMs: () => number;
    readonly lag: () => Promise<readonly ProjectionLag[]>;
    readonly rebuild: Rebuild;
  };

/** `lag` in positions of the event store. */
export type ProjectionLag = {
  readonly name: string;
  readonly checkpoint: number;
  readonly lag: number;
};

export type ProjectionOptions = {
  readonly eventStore: EventStore;
  readonly readStore: ReadStore;
  readonly projections: readonly (Projection | BookProjection)[];
  readonly log: Log;
  readonly now?: () => number;
  /** Called once after the end of each erasure. */
  readonly onErased?: () => Promise<void>;
};

/** Follows the event store. Ready at once: reads wait for what they need at `barrier`. */
export async function startProjections({
  eventStore,
  readStore,
  projections,
  log,
  now = () => performance.now(),
  onErased = async () => undefined,
}: ProjectionOptions): Promise<Projections> {
  const folds = await openFolds(projections, readStore);
  const waiters = openWaiters();
  const exclusive = createMutex();
  const stopping = new AbortController();
  const { signal } = stopping;
  const head = singleFlight(() => eventStore.head());
  const reads = openReads(folds, readStore);
  const kept = openKept(folds, reads);
  const barrier = createReadYourWritesBarrier({ head, folds, waiters, stopping: signal });
  const result = (id: CommandId) => reads.get(commandResults, id);
  let lastHeardAtMs = now();
  const commits = openCommits(readStore, () => {
    lastHeardAtMs = now();
    waiters.wake();
  });
  const apply = (group: Group): Promise<void> =>
    exclusive(async () => {
      const { position } = await addGroup(keptOf(group, kept), folds.all());
      await commits.begin(folds.all(), position);
    });
  const following = runSubscription({ eventStore, folds, commits, apply, signal, log });
  /** For tasks that no commit may run beside. */
  const alone = <T>(task: () => Promise<T>): Promise<T> =>
    exclusive(async () => {
      await commits.settled();
      return task();
    });
  const parts = { folds, reads, eventStore, readStore, waiters, kept, signal, log };
  const rebuild = openRebuild({ ...parts, exclusive: alone });
  const erasing = keepErasing({ ...parts, rebuild, onErased });
  return {
    ...reads,
    ...openErased(parts),
    barrier,
    state: openHistory({ reads, barrier, reached: folds.reached }),
    positionAt: instantMs => positionAt(instantMs, reads, folds.reached()),
    reached: folds.reached,
    passed: (position, until) =>
      reachedAt(position, parts, until).catch(error => {
        if (!until.aborted) throw error;
      }),
    book: projection => bookIn(folds.find(projection.name), projection),
    lastHeardAtMs: () => lastHeardAtMs,
    known: async (id, until) => {
      await barrier(until);
      return result(id);
    },
    outcome: (id, until) => waiters.until(() => result(id), until),
    lag: async () => lagOf(folds, await head()),
    rebuild,
    stop: async () => {
      stopping.abort(new Unavailable('the projections are stopping'));
      await following;
      await erasing;
      await exclusive(commits.forget);
    },
  };
}

const lagOf = (folds: LiveProjections, wanted: number): readonly ProjectionLag[] =>
  folds.all().map(({ projection, checkpoint }) => ({
    name: projection.name,
    checkpoint: checkpoint(),
    lag: Math.max(0, wanted - checkpoint()),
  }));
