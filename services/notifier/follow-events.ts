import type { EventStore, RecordedEvent } from '../../platform/event-store/port.ts';
import { createBell, type Notifier } from '../../platform/lmdb/notifier.ts';
import type { EventType } from '../../schemas/events/event.ts';
import { notifierLimits } from './config.ts';

/** How far the events were read, shared by their reader and those who act on them. */
export type Followed = {
  position: number;
  /** Rings when more was read. */
  readonly bell: Notifier;
};

export const newFollowed = (): Followed => ({ position: -1, bell: createBell() });

type Following = {
  readonly types: ReadonlySet<EventType>;
  readonly apply: (recorded: RecordedEvent) => void;
  readonly work: (signal: AbortSignal) => Promise<void>;
};

/** Applies all events from the first on, and works beside that; the end of one is the end of both. */
export async function followEvents(
  followed: Followed,
  { types, apply, work }: Following,
  eventStore: Pick<EventStore, 'subscribe'>,
  signal: AbortSignal,
): Promise<void> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const guarded = (task: Promise<void>): Promise<void> => task.finally(() => failed.abort());
  const read = async (): Promise<void> => {
    for await (const batch of eventStore.subscribe({ after: -1, types, signal: either })) {
      for (const recorded of batch.events) apply(recorded);
      followed.position = Math.max(followed.position, batch.position);
      followed.bell.ring();
    }
  };
  await Promise.all([guarded(read()), guarded(work(either))]);
}

/** Resolves when everything up to the position was applied, or the signal aborts. */
export async function reach(
  followed: Followed,
  position: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && followed.position < position)
    await followed.bell.heard(notifierLimits.idleMsMax, signal);
}
