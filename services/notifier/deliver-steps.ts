import type { RecordedEvent } from '../../platform/event-store/port.ts';
import type { EventType } from '../../schemas/events/event.ts';
import { notifierLimits } from './config.ts';
import type { NotifierDependencies } from './dependencies.ts';
import { type Followed, followEvents, newFollowed, reach } from './follow-events.ts';

/** What a kind of delivery is made of. */
export type Deliveries<Step> = {
  readonly types: ReadonlySet<EventType>;
  readonly apply: (recorded: RecordedEvent) => void;
  readonly due: (nowMs: number, limit: number) => readonly Step[];
  /** When something will be due although nothing happens. */
  readonly nextDueAtMs: (nowMs: number) => number;
  /** Does steps and records them; gives the position of the last record, -1 without one. */
  readonly execute: (
    steps: readonly Step[],
    context: { readonly cursor: number; readonly signal: AbortSignal },
  ) => Promise<number>;
  readonly stepsMax: number;
};

type Dependencies = Pick<Required<NotifierDependencies>, 'eventStore' | 'now'>;

/**
 * Does what events call for until the signal aborts. Starts from the events alone; rejects with `RevisionConflict` when
 * another process does the same.
 */
export async function deliverSteps<Step>(
  deliveries: Deliveries<Step>,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  const followed = newFollowed();
  const { types, apply } = deliveries;
  const working = (either: AbortSignal) => work(deliveries, followed, dependencies, either);
  await followEvents(followed, { types, apply, work: working }, dependencies.eventStore, signal);
}

/** Before each round, everything is read that was recorded by then: it may say that something was done already. */
async function work<Step>(
  deliveries: Deliveries<Step>,
  followed: Followed,
  { eventStore, now }: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  await reach(followed, await eventStore.head(), signal);
  while (!signal.aborted) {
    const nowMs = now();
    if (deliveries.due(nowMs, 1).length === 0) {
      const waitMs = deliveries.nextDueAtMs(nowMs) - nowMs;
      await followed.bell.heard(Math.max(1, Math.min(waitMs, notifierLimits.idleMsMax)), signal);
      continue;
    }
    await reach(followed, await eventStore.head(), signal);
    if (signal.aborted) return;
    const steps = deliveries.due(nowMs, deliveries.stepsMax);
    const position = await deliveries.execute(steps, { cursor: followed.position, signal });
    await reach(followed, position, signal);
  }
}
