import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '../platform/event-store/port.ts';
import type { Log } from '../platform/log.ts';
import type { FactType } from '../schemas/events/event.ts';
import type { Commits } from './commits.ts';
import type { Fold } from './fold.ts';
import type { Folds } from './folds.ts';
import { type Batch, grouped } from './grouped.ts';

/** Between two tries to follow an event store that cannot be followed. */
const retryMs = 1_000;

/** Events folded before others get their turn. */
const turnEvents = 500;

/** Hands batch after batch to `apply` until the signal aborts, and starts again after a failure. */
export async function follow({
  eventStore,
  folds,
  commits,
  apply,
  signal,
  log,
}: {
  eventStore: EventStore;
  folds: Folds;
  commits: Commits;
  apply: (batch: Batch) => Promise<void>;
  signal: AbortSignal;
  log: Log;
}): Promise<void> {
  while (!signal.aborted) {
    try {
      const after = folds.reached();
      for await (const group of grouped(eventStore.subscribe({ after, signal })))
        await apply(group);
    } catch (error) {
      if (signal.aborted) return;
      await commits.forget();
      for (const fold of folds.all()) fold.reset();
      log.error({ err: error, reached: folds.reached() }, 'projections interrupted');
    }
    await sleep(retryMs, undefined, { signal }).catch(() => {});
  }
}

/** Folds the events; to be followed by their commit. */
export async function addBatch({ events }: Batch, folds: readonly Fold[]): Promise<void> {
  for (const fold of folds) await fold.ready();
  const takers = takersAmong(folds);
  for (const [index, recorded] of events.entries()) {
    for (const fold of takers(recorded.event.type)) fold.add(recorded);
    if (index % turnEvents === turnEvents - 1) await nextTurn();
  }
}

/** The folds that take events of a type. */
function takersAmong(folds: readonly Fold[]): (type: FactType) => readonly Fold[] {
  const found = new Map<FactType, readonly Fold[]>();
  return type => {
    const known = found.get(type);
    if (known !== undefined) return known;
    const takers = folds.filter(fold => fold.takes(type));
    found.set(type, takers);
    return takers;
  };
}
