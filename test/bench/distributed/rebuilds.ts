import { openLmdbEventStore } from '../../../platform/event-store/lmdb.ts';
import type { EventStore } from '../../../platform/event-store/port.ts';
import { openLog } from '../../../platform/log.ts';
import { openLmdbReadStore } from '../../../platform/read-store/lmdb.ts';
import { startProjections } from '../../../projections/engine/run.ts';
import { everyProjection } from '../../support/every-projection.ts';
import { until } from '../../support/until.ts';
import { median } from './median.ts';

export type RebuildFigures = {
  readonly name: string;
  /** Events of the projection's types. */
  readonly events: number;
  /** Events of the store that are passed in a second, read or not. */
  readonly perSecond: { readonly byType: number; readonly all: number };
  /** Processor time, in µs an event of the store. */
  readonly cpuMicros: { readonly byType: number; readonly all: number };
};

const names = ['registrations', 'organizations', 'api-keys', 'audit', 'event-clock'];
const rounds = 3;
const reachedMsMax = 900_000;

/** Rebuilds projections from events of their types alone, and, in turns, from a store that parses all of them. */
export async function measureRebuilds(events: string, rows: string): Promise<RebuildFigures[]> {
  const eventStore = await openLmdbEventStore({ folder: events });
  const head = await eventStore.head();
  const ways = { byType: eventStore, all: parsingAll(eventStore) };
  const figures: RebuildFigures[] = [];
  for (const name of names) {
    const taken: { [Way in keyof typeof ways]: Taken[] } = { byType: [], all: [] };
    for (let round = 0; round < rounds; round++)
      for (const way of ['byType', 'all'] as const)
        taken[way].push(await rebuildOnce(ways[way], `${rows}-${way}`, name));
    const of = (way: keyof typeof ways, what: 'seconds' | 'micros'): number =>
      median(taken[way].map(each => each[what]));
    const perSecond = (way: keyof typeof ways): number => (head + 1) / of(way, 'seconds');
    const cpuMicros = (way: keyof typeof ways): number => of(way, 'micros') / (head + 1);
    figures.push({
      name,
      events: taken.byType[0]?.events ?? 0,
      perSecond: { byType: perSecond('byType'), all: perSecond('all') },
      cpuMicros: { byType: cpuMicros('byType'), all: cpuMicros('all') },
    });
  }
  await eventStore.close();
  return figures;
}

type Taken = { readonly events: number; readonly seconds: number; readonly micros: number };

async function rebuildOnce(eventStore: EventStore, rows: string, name: string): Promise<Taken> {
  const readStore = await openLmdbReadStore({ folder: rows });
  const log = openLog({ level: 'warn', pretty: false });
  const projections = everyProjection.filter(each => each.name === name);
  const running = await startProjections({ eventStore, readStore, projections, log });
  const head = await eventStore.head();
  await until('the projection to follow', () => running.reached() >= head, reachedMsMax);
  const [startedAtMs, before] = [performance.now(), process.cpuUsage()];
  const report = await running.rebuild(name);
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - startedAtMs) / 1000;
  await running.stop();
  await readStore.close();
  return { events: report.kind === 'rebuilt' ? report.events : 0, seconds, micros: user + system };
}

/** Parses every event before it looks at its type. */
const parsingAll = (eventStore: EventStore): EventStore => ({
  ...eventStore,
  subscribe: async function* ({ types, ...from }) {
    for await (const { events, position } of eventStore.subscribe(from))
      yield { events: events.filter(({ event }) => types?.has(event.type) ?? true), position };
  },
});
