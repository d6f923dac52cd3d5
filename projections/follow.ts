import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore, RecordedEvent } from '../platform/event-store/port.ts';
import type { Log } from '../platform/log.ts';
import type { ReadStore } from '../platform/read-store/port.ts';
import type { Fold } from './fold.ts';
import type { Folds } from './folds.ts';

/** Between two tries to follow an event store that cannot be followed. */
const retryMs = 1_000;

export type Batch = { readonly events: readonly RecordedEvent[]; readonly position: number };

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
      for await (const batch of eventStore.subscribe({ after, signal })) await apply(batch);
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
  for (const recorded of events) for (const fold of folds) await fold.add(recorded);
  const behind = folds.filter(fold => fold.checkpoint() < position);
  if (behind.length === 0) return;
  const changes = behind.map(fold => ({ fold, change: fold.change(position) }));
  await readStore.apply(changes.map(({ change }) => change));
  for (const { fold, change } of changes) fold.applied(change);
}
