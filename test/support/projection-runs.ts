import { join } from 'node:path';
import { openLmdbEventStore } from '../../platform/event-store/lmdb.ts';
import type { EventStore } from '../../platform/event-store/port.ts';
import { openLog } from '../../platform/log.ts';
import { openLmdbReadStore } from '../../platform/read-store/lmdb.ts';
import type { ReadStore } from '../../platform/read-store/port.ts';
import {
  type ProjectionOptions,
  type Projections,
  startProjections,
} from '../../projections/engine/run.ts';
import type { Recording } from './domain-history.ts';
import { everyProjection } from './every-projection.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

const log = openLog({ level: 'silent', pretty: false });
export const never = new AbortController().signal;

/** Projections over stores of their own, closed after each test. Belongs into the suite that starts them. */
export function projectionRuns() {
  let folder: TemporaryFolder;
  let closing: (() => Promise<void>)[];
  let opened = 0;

  beforeEach(async () => {
    folder = await temporaryFolder();
    closing = [];
  });
  afterEach(async () => {
    for (const close of closing.toReversed()) await close();
    await folder.remove();
  });

  return {
    openEvents: async (history: readonly Recording[] = []): Promise<EventStore> => {
      const store = await openLmdbEventStore({ folder: join(folder.path, `events-${opened++}`) });
      closing.push(store.close);
      for (const { stream, event } of history) await store.append(stream, [event], 'any');
      return store;
    },
    openRows: async (): Promise<ReadStore> => {
      const store = await openLmdbReadStore({ folder: join(folder.path, `rows-${opened++}`) });
      closing.push(store.close);
      return store;
    },
    start: async (
      eventStore: EventStore,
      readStore: ReadStore,
      projections: ProjectionOptions['projections'] = everyProjection,
    ): Promise<Projections> => {
      const running = await startProjections({ eventStore, readStore, projections, log });
      closing.push(running.stop);
      return running;
    },
  };
}

/** Every version of every row, as text. */
export function bytesOf(readStore: ReadStore, name: string): readonly string[] {
  const table = readStore.current(name);
  return table === undefined ? [] : [...readStore.versions(table)].map(row => JSON.stringify(row));
}

/** The same events, so many at a time. */
export function inBatches(eventStore: EventStore, size: number): EventStore {
  return {
    ...eventStore,
    subscribe: async function* (subscription) {
      for await (const { events, position } of eventStore.subscribe(subscription)) {
        for (let start = 0; start < events.length; start += size) {
          const part = events.slice(start, start + size);
          yield { events: part, position: part.at(-1)?.position ?? position };
        }
        yield { events: [], position };
      }
    },
  };
}
