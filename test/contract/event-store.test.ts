import { deepEqual } from 'node:assert/strict';
import { openLmdbEventStore } from '../../platform/event-store/lmdb.ts';
import { eventTables } from '../../platform/event-store/lmdb-tables.ts';
import type { RecordedEvent } from '../../platform/event-store/port.ts';
import { openEnvironment } from '../../platform/lmdb/environment.ts';
import type { DomainEvent } from '../../schemas/events/event.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { eventStoreContract } from './event-store.contract.ts';
import { collect, newStream, rejected } from './event-store-harness.ts';

eventStoreContract('lmdb', async () => {
  const folder = await temporaryFolder();
  return {
    open: () => openLmdbEventStore({ folder: folder.path }),
    dispose: folder.remove,
  };
});

describe('event store: lmdb alone', () => {
  it('records no instant before the last one while the clock is behind', async () => {
    const folder = await temporaryFolder();
    const clock = { nowMs: 5_000 };
    const open = () => openLmdbEventStore({ folder: folder.path, clock: () => clock.nowMs });
    const before = await open();
    const stream = newStream();
    await before.append(stream, [rejected()], 'any');
    clock.nowMs = 1_000;
    await before.append(stream, [rejected()], 'any');
    await before.close();
    const after = await open();
    await after.append(stream, [rejected()], 'any');
    clock.nowMs = 6_000;
    await after.append(stream, [rejected()], 'any');
    const recorded = await collect(after.readStream(stream));
    deepEqual(
      recorded.map(({ recordedAtMs }) => recordedAtMs),
      [5_000, 5_000, 5_000, 6_000],
    );
    await after.close();
    await folder.remove();
  });

  it('takes the time of the command for events of before the instant was recorded', async () => {
    const folder = await temporaryFolder();
    const event = { ...rejected(), atMs: 42 };
    const stream = newStream();
    const environment = await openEnvironment(folder.path);
    const tables = eventTables(environment);
    const old = { stream, revision: 0, position: 0, event };
    await environment.transact(() => tables.put(old as RecordedEvent));
    await environment.close();
    const store = await openLmdbEventStore({ folder: folder.path });
    deepEqual(await collect(store.readStream(stream)), [{ ...old, recordedAtMs: 42 }]);
    await store.close();
    await folder.remove();
  });

  it('finds the type of an event in whatever order its fields were stored', async () => {
    const folder = await temporaryFolder();
    const stream = newStream();
    const wanted = { ...rejected(), data: { event: { type: 'CodeSent' } } } as never;
    const { type, ...rest } = rejected();
    const events = [rejected(), { ...rest, type }, { type: 'CodeSent' as const, ...rest }, wanted];
    const environment = await openEnvironment(folder.path);
    const tables = eventTables(environment);
    await environment.transact(() => {
      for (const [position, event] of events.entries())
        tables.put({ stream, revision: position, position, recordedAtMs: 0, event } as never);
    });
    const found = (types: readonly DomainEvent['type'][], scannedMax = 10) =>
      tables.after(-1, { types: new Set(types), eventsMax: 3, scannedMax });
    const placesOf = ({ events: some, position }: ReturnType<typeof found>) => ({
      at: some.map(event => event.position),
      position,
    });
    deepEqual(placesOf(found(['CommandRejected'])), { at: [0, 1, 3], position: 3 });
    deepEqual(placesOf(found(['CodeSent'])), { at: [2], position: 3 });
    deepEqual(placesOf(found(['CodeSent'], 2)), { at: [], position: 1 });
    deepEqual(placesOf(found([])), { at: [], position: 3 });
    await environment.close();
    await folder.remove();
  });
});
