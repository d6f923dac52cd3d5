import { openKurrentEventStore } from '../../../platform/event-store/kurrentdb.ts';
import { openLmdbEventStore } from '../../../platform/event-store/lmdb.ts';
import type { EventStore } from '../../../platform/event-store/port.ts';
import { openLog } from '../../../platform/log.ts';
import { openLmdbReadStore } from '../../../platform/read-store/lmdb.ts';
import { startProjections } from '../../../projections/engine/run.ts';
import { digestsOf } from '../../crash/projections.ts';
import { everyProjection } from '../../support/every-projection.ts';
import { until } from '../../support/until.ts';

export type FoldTask = {
  /** Of the embedded event store, or an address of KurrentDB. */
  readonly events: { readonly folder: string } | { readonly url: string };
  readonly rows: string;
};

export type FoldResult = {
  readonly seconds: number;
  /** One digest a projection: of every version of every row. */
  readonly digests: readonly (readonly [string, string])[];
};

const foldMsMax = 600_000;

// A process that begins with nothing and folds everything there is.
process.once('message', async (task: string) => {
  process.send?.(await fold(JSON.parse(task)), () => process.disconnect());
});

const log = openLog({ level: 'warn', pretty: false });

async function fold({ events, rows }: FoldTask): Promise<FoldResult> {
  const eventStore =
    'url' in events ? await openKurrentEventStore(events) : await openLmdbEventStore(events);
  const seconds = await followToEnd(eventStore, rows);
  await eventStore.close();
  return { seconds, digests: [...(await digestsOf(rows))] };
}

async function followToEnd(eventStore: EventStore, rows: string): Promise<number> {
  const readStore = await openLmdbReadStore({ folder: rows });
  const startedAtMs = performance.now();
  const running = await startProjections({
    eventStore,
    readStore,
    projections: everyProjection,
    log,
  });
  const head = await eventStore.head();
  await until('every event to be folded', () => running.reached() >= head, foldMsMax);
  const seconds = (performance.now() - startedAtMs) / 1000;
  await running.stop();
  await readStore.close();
  return seconds;
}
