import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '../platform/event-store/port.ts';
import type { Log } from '../platform/log.ts';
import type { ReadStore } from '../platform/read-store/port.ts';
import type { FactType } from '../schemas/events/event.ts';
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
  apply,
  signal,
  log,
}: {
  eventStore: EventStore;
  folds: Folds;
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
      for (const fold of folds.all()) fold.reset();
      log.error({ err: error, reached: folds.reached() }, 'projections interrupted');
    }
    await sleep(retryMs, undefined, { signal }).catch(() => {});
  }
}

/** All projections come to the same position in one transaction. */
export async function applyBatch(
  { events, position }: Batch,
  folds: readonly Fold[],
  readStore: ReadStore,
): Promise<void> {
  for (const fold of folds) await fold.ready();
  const takers = takersAmong(folds);
  for (const [index, recorded] of events.entries()) {
    for (const fold of takers(recorded.event.type)) fold.add(recorded);
    if (index % turnEvents === turnEvents - 1) await nextTurn();
  }
  const behind = folds.filter(fold => fold.checkpoint() < position);
  if (behind.length === 0) return;
  const changes = behind.map(fold => ({ fold, change: fold.change(position) }));
  await readStore.apply(changes.map(({ change }) => change));
  for (const { fold, change } of changes) fold.applied(change);
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
