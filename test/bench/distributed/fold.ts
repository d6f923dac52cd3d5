import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openLmdbEventStore } from '../../../platform/event-store/lmdb.ts';
import { openLog } from '../../../platform/log.ts';
import { openLmdbReadStore } from '../../../platform/read-store/lmdb.ts';
import { startProjections } from '../../../projections/engine/run.ts';
import { digestsOf } from '../../crash/projections.ts';
import { everyProjection } from '../../support/every-projection.ts';
import { startFakeKurrentDb } from '../../support/fake-kurrentdb.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';
import { askChild } from '../process.ts';
import type { FoldResult, FoldTask } from './folding.ts';
import { appendHistory } from './history.ts';
import { measureRebuilds, type RebuildFigures } from './rebuilds.ts';

export type FoldFigures = {
  readonly events: number;
  /** By a process that begins with nothing. */
  readonly embeddedPerSecond: number;
  /** The same through gRPC and the fake server of KurrentDB, which is a process of its own here. */
  readonly kurrentPerSecond: number;
  /** Its rows, with all their versions, are those of a process that followed while events came. */
  readonly sameBytes: boolean;
  readonly rebuilds: readonly RebuildFigures[];
};

const foldMsMax = 900_000;

export async function measureFold(wanted: number): Promise<FoldFigures> {
  const folder = await temporaryFolder();
  const [events, live] = [join(folder.path, 'events'), join(folder.path, 'live')];
  try {
    const count = await followLive(events, live, wanted);
    const embedded = await foldBy({ events: { folder: events }, rows: join(folder.path, 'new') });
    const expected = [...(await digestsOf(live))];
    const fake = await startFakeKurrentDb({ folder: events });
    const url = fake.url;
    const remote = await foldBy({ events: { url }, rows: join(folder.path, 'remote') });
    await fake.stop();
    return {
      events: count,
      embeddedPerSecond: count / embedded.seconds,
      kurrentPerSecond: count / remote.seconds,
      sameBytes: isDeepStrictEqual(expected, embedded.digests),
      rebuilds: await measureRebuilds(events, join(folder.path, 'rebuilt')),
    };
  } finally {
    await folder.remove();
  }
}

/** Appends the history while projections follow it; gives the number of events. */
async function followLive(events: string, rows: string, wanted: number): Promise<number> {
  const log = openLog({ level: 'warn', pretty: false });
  const eventStore = await openLmdbEventStore({ folder: events });
  const readStore = await openLmdbReadStore({ folder: rows });
  const running = await startProjections({
    eventStore,
    readStore,
    projections: everyProjection,
    log,
  });
  await appendHistory(eventStore, wanted);
  const head = await eventStore.head();
  await until('every event to be followed', () => running.reached() >= head, foldMsMax);
  await running.stop();
  await readStore.close();
  await eventStore.close();
  return head + 1;
}

const foldBy = async (task: FoldTask): Promise<FoldResult> =>
  (await askChild('./distributed/folding.ts', JSON.stringify(task), foldMsMax)) as FoldResult;
