import { type Environment, openEnvironment } from '../lmdb/environment.ts';
import { createBell } from '../lmdb/notifier.ts';
import { appendEvents } from './append.ts';
import { type EventTables, eventTables } from './lmdb-tables.ts';
import type { EventStore, RecordedEvent, Subscription } from './port.ts';

/** Events read at once: what one turn of the event loop may take, and a batch of a subscription. */
export const batchEventsMax = 500;

/** Events looked at for those of some types: passing over one costs a fraction of reading it. */
export const scannedEventsMax = 4_000;

/** A subscriber gets a batch, or an empty one, at least this often. */
export const heartbeatMs = 500;

export type LmdbEventStore = EventStore & Pick<Environment, 'label' | 'copyTo'>;

/** The event store of a single process, in one folder. Positions have holes only where streams were deleted. */
export async function openLmdbEventStore({
  folder,
  clock = Date.now,
}: {
  folder: string;
  clock?: () => number;
}): Promise<LmdbEventStore> {
  const environment = await openEnvironment(folder);
  const tables = eventTables(environment);
  const log: Log = {
    tables,
    head: tables.head(),
    appended: createBell(),
    ensureOpen: environment.ensureOpen,
  };
  return {
    label: environment.label,
    copyTo: environment.copyTo,
    append: async (stream, events, expected) => {
      const append = appendEvents(tables, stream, events, expected, clock);
      const position = await environment.transact(append);
      log.head = Math.max(log.head, position);
      log.appended.ring();
      return position;
    },
    readStream: stream => readPages(log, from => tables.stream(stream, from, batchEventsMax)),
    readStreamBackwards: stream =>
      readPages(log, from => tables.streamBackwards(stream, from, batchEventsMax)),
    subscribe: subscription => subscribe(log, subscription),
    head: async () => {
      log.ensureOpen();
      return log.head;
    },
    deleteStream: async stream => {
      const deleteSome = (): boolean => {
        // From the end, so that one that was cut off is a stream all the same.
        const some = tables.streamBackwards(stream, undefined, batchEventsMax);
        for (const event of some) tables.remove(event);
        return some.length > 0;
      };
      while (await environment.transact(deleteSome));
    },
    close: async () => {
      const closed = environment.close();
      log.appended.ring();
      await closed;
    },
  };
}

type Log = {
  readonly tables: EventTables;
  /** Position of the last event whose append was answered, -1 for none. */
  head: number;
  readonly appended: ReturnType<typeof createBell>;
  readonly ensureOpen: () => void;
};

/** Page after page, so that a slow reader holds no snapshot of the store. */
async function* readPages(
  { ensureOpen }: Log,
  read: (after: RecordedEvent | undefined) => readonly RecordedEvent[],
): AsyncIterable<RecordedEvent> {
  let last: RecordedEvent | undefined;
  do {
    ensureOpen();
    const page = read(last);
    yield* page;
    last = page.length < batchEventsMax ? undefined : page.at(-1);
  } while (last !== undefined);
}

async function* subscribe(log: Log, { after, types, signal }: Subscription): Batches {
  const scannedMax = types === undefined ? batchEventsMax : scannedEventsMax;
  const wanted = { types, eventsMax: batchEventsMax, scannedMax };
  let position = after;
  while (!signal.aborted) {
    log.ensureOpen();
    const batch = log.tables.after(position, wanted);
    position = batch.position;
    yield batch;
    if (position >= log.head) await log.appended.heard(heartbeatMs, signal);
  }
}

type Batches = ReturnType<EventStore['subscribe']>;
