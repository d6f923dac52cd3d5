import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '../../platform/event-store/port.ts';
import type { Log } from '../../platform/log.ts';
import type { EventType } from '../../schemas/events/event.ts';
import { batchGroups, type Group } from './batch-groups.ts';
import type { CommitPipeline } from './commit-pipeline.ts';
import type { ProjectionInstance } from './instance/instance.ts';
import type { LiveProjections } from './instance/live-projections.ts';

/** Between two tries to follow an event store that cannot be followed. */
const retryMs = 1_000;

/** Events folded before others get their turn. */
const turnEvents = 500;

/** Hands group after group to `apply` until the signal aborts, and starts again after a failure. */
export async function runSubscription({
  eventStore,
  folds,
  commits,
  apply,
  signal,
  log,
}: {
  eventStore: EventStore;
  folds: LiveProjections;
  commits: CommitPipeline;
  apply: (group: Group) => Promise<void>;
  signal: AbortSignal;
  log: Log;
}): Promise<void> {
  if (folds.all().length === 0) return;
  while (!signal.aborted) {
    try {
      const after = folds.reached();
      for await (const group of batchGroups(eventStore.subscribe({ after, signal })))
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

/** Folds the events of a group; to be followed by the commit of its position. */
export async function addGroup(
  group: Group,
  folds: readonly ProjectionInstance[],
): Promise<{ events: number; position: number }> {
  const added = { events: 0, position: -1 };
  const takers = takersAmong(folds);
  for (const fold of folds) await fold.ready();
  for await (const { events, position } of group) {
    for (const recorded of events) {
      for (const fold of takers(recorded.event.type)) fold.add(recorded);
      if (++added.events % turnEvents === 0) await nextTurn();
    }
    added.position = position;
  }
  return added;
}

/** The folds that take events of a type. */
function takersAmong(
  folds: readonly ProjectionInstance[],
): (type: EventType) => readonly ProjectionInstance[] {
  const found = new Map<EventType, readonly ProjectionInstance[]>();
  return type => {
    const known = found.get(type);
    if (known !== undefined) return known;
    const takers = folds.filter(fold => fold.takes(type));
    found.set(type, takers);
    return takers;
  };
}
