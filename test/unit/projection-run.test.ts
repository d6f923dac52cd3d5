import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { Unavailable } from '../../platform/errors.ts';
import { openLmdbEventStore } from '../../platform/event-store/lmdb.ts';
import type { EventStore } from '../../platform/event-store/port.ts';
import { openLog } from '../../platform/log.ts';
import { openLmdbReadStore } from '../../platform/read-store/lmdb.ts';
import type { ReadStore, Row } from '../../platform/read-store/port.ts';
import { allProjections } from '../../projections/all.ts';
import { apiKeys } from '../../projections/api-keys.ts';
import type { Projection } from '../../projections/projection.ts';
import { registrations } from '../../projections/registrations.ts';
import { type Projections, startProjections } from '../../projections/run.ts';
import { commandId, registrationStream } from '../../schemas/ids.ts';
import { another, requestRegistration } from '../support/account-commands.ts';
import { domainHistories, type Recording } from '../support/domain-history.ts';
import { toEvent } from '../support/given.ts';
import { holds } from '../support/property.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

const log = openLog({ level: 'silent', pretty: false });
const never = new AbortController().signal;

describe('projections', function () {
  this.timeout(120_000);
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

  const openEvents = async (history: readonly Recording[] = []): Promise<EventStore> => {
    const store = await openLmdbEventStore({ folder: join(folder.path, `events-${opened++}`) });
    closing.push(store.close);
    for (const { stream, event } of history) await store.append(stream, [event], 'any');
    return store;
  };
  const openRows = async (): Promise<ReadStore> => {
    const store = await openLmdbReadStore({ folder: join(folder.path, `rows-${opened++}`) });
    closing.push(store.close);
    return store;
  };
  const start = async (
    eventStore: EventStore,
    readStore: ReadStore,
    projections: readonly Projection[] = allProjections,
  ): Promise<Projections> => {
    const running = await startProjections({ eventStore, readStore, projections, log });
    closing.push(running.stop);
    return running;
  };

  it('give the same bytes when dropped and replayed, in whatever batches', async () => {
    await holds(
      fc.asyncProperty(domainHistories, fc.integer({ min: 1, max: 7 }), async (history, size) => {
        const eventStore = await openEvents(history);
        const [oneStore, otherStore] = [await openRows(), await openRows()];
        const one = await start(eventStore, oneStore);
        const other = await start(inBatches(eventStore, size), otherStore);
        await Promise.all([one.barrier(never), other.barrier(never)]);
        for (const { name } of allProjections) {
          deepEqual(bytesOf(otherStore, name), bytesOf(oneStore, name));
          const report = await one.rebuild(name, { diff: true });
          ok(report.kind === 'rebuilt');
          deepEqual(report.differences, []);
          deepEqual(bytesOf(oneStore, name), bytesOf(otherStore, name));
        }
        await Promise.all([one.stop(), other.stop()]);
      }),
      12,
    );
  });

  it('tell the past as it was', async () => {
    await holds(
      fc.asyncProperty(domainHistories, async history => {
        const eventStore = await openEvents(history);
        const running = await start(eventStore, await openRows());
        await running.barrier(never);
        const rows = new Map<string, Row | undefined>();
        for (const [position, { event }] of history.entries()) {
          if (event.type === 'ApiKeyIssued' || event.type === 'ApiKeyRevoked') {
            const { hash } = event.data;
            rows.set(hash, apiKeys.project(running.get(apiKeys, hash, position - 1), event, hash));
          }
          for (const [hash, row] of rows) deepEqual(running.get(apiKeys, hash, position), row);
        }
        await running.stop();
      }),
      12,
    );
  });

  it('forget what ended a day ago when events of a later hour come', async () => {
    const requested = (n: number, atMs: number): Recording => {
      const data = { ...requestRegistration({ sessionId: another(n) }).data, expiresAtMs: atMs };
      const event = toEvent({ type: 'RegistrationRequested', data }, atMs);
      return { stream: registrationStream(another(n)), event };
    };
    const dayMs = 24 * 3_600_000;
    const eventStore = await openEvents([requested(1, 1), requested(2, dayMs)]);
    const running = await start(eventStore, await openRows());
    await running.barrier(never);
    ok(running.get(registrations, another(1)));
    const later = requested(3, dayMs + 3_600_000);
    await eventStore.append(later.stream, [later.event], 'any');
    await running.barrier(never);
    equal(running.get(registrations, another(1)), undefined);
    deepEqual(
      running.list(registrations, { limit: 10 }).map(({ key }) => key),
      [another(2), another(3)],
    );
  });

  it('start over when the version changed, and keep what they have when not', async () => {
    const history = longHistory();
    const eventStore = await openEvents(history);
    const rows = await openRows();
    const first = await start(eventStore, rows);
    await first.barrier(never);
    await first.stop();
    const before = bytesOf(rows, apiKeys.name);
    ok(before.length > 0);
    const changed = { ...apiKeys, version: 2 };
    const second = await start(eventStore, rows, [changed]);
    await second.barrier(never);
    equal(rows.current(apiKeys.name), 'api-keys@2#a');
    deepEqual(bytesOf(rows, apiKeys.name), before);
    equal(rows.checkpoint('api-keys@1#a'), -1);
  });

  it('show how a rebuilt projection differs, and go on from it', async () => {
    const history = longHistory();
    const eventStore = await openEvents(history);
    const rows = await openRows();
    const running = await start(eventStore, rows);
    await running.barrier(never);
    const table = rows.current(apiKeys.name) ?? '';
    await rows.apply([
      {
        table,
        writes: [{ key: 'made up', position: 0, row: { hint: 'x' } }],
        checkpoint: rows.checkpoint(table),
      },
    ]);
    const report = await running.rebuild(apiKeys.name, { diff: true });
    ok(report.kind === 'rebuilt');
    deepEqual(report.differences, [
      { key: 'made up', position: 0, live: { hint: 'x' }, rebuilt: null },
    ]);
    equal(report.differenceCount, 1);
    equal(running.get(apiKeys, 'made up'), undefined);
    equal(rows.current(apiKeys.name), 'api-keys@1#b');
    deepEqual(await running.rebuild('nothing'), { kind: 'unknown' });
  });

  for (const told of ['only the live one', 'only the other'])
    it(`are rebuilt while nothing happens, when ${told} is told of a server's own events`, async () => {
      const isTold = (subscription: number) => (subscription === 0) === told.includes('live');
      const eventStore = withOwnEvents(await openEvents(longHistory()), isTold);
      const running = await start(eventStore, await openRows());
      await running.barrier(never);
      const report = await running.rebuild(apiKeys.name, { diff: true });
      equal(report.kind === 'rebuilt' && report.differenceCount, 0);
    });

  it('wait for the outcome of a command, and find it again later', async () => {
    const eventStore = await openEvents();
    const running = await start(eventStore, await openRows());
    const id = commandId('command-0');
    equal(await running.known(id, never), undefined);
    const outcome = running.outcome(id, never);
    const history = longHistory();
    const [{ stream, event } = { stream: undefined, event: undefined }] = history;
    ok(stream !== undefined && event !== undefined);
    await eventStore.append(stream, [{ ...event, answers: { requestHash: 'asked' } }], 'any');
    const { requestHash, type, data, atMs } = await outcome;
    deepEqual(
      { requestHash, type, data, atMs },
      {
        requestHash: 'asked',
        type: event.type,
        data: event.data,
        atMs: event.atMs,
      },
    );
    deepEqual(await running.known(id, never), await outcome);
  });

  it('answer Unavailable to who waits while they stop', async () => {
    const eventStore = await openEvents();
    const running = await start({ ...eventStore, head: async () => 5 }, await openRows());
    const waiting = rejects(running.barrier(never), Unavailable);
    await running.stop();
    await waiting;
  });

  it('stop waiting when the client does', async () => {
    const eventStore = await openEvents();
    const running = await start({ ...eventStore, head: async () => 5 }, await openRows());
    const client = new AbortController();
    const waiting = rejects(running.barrier(client.signal), /gone/);
    client.abort(new Error('gone'));
    await waiting;
  });

  it('follow the store again after it failed', async () => {
    const history = longHistory();
    const eventStore = await openEvents(history);
    let failures = 0;
    const running = await start(
      {
        ...eventStore,
        subscribe: async function* (subscription) {
          for await (const batch of inBatches(eventStore, 3).subscribe(subscription)) {
            yield batch;
            if (failures++ === 1) throw new Unavailable('gone for a moment');
          }
        },
      },
      await openRows(),
    );
    await running.barrier(never);
    ok(failures > 1);
    equal(running.reached(), history.length - 1);
    deepEqual(
      (await running.lag()).map(({ lag }) => lag),
      allProjections.map(() => 0),
    );
  });

  it('store nothing without what came before it when a commit fails', async () => {
    const history = longHistory();
    const eventStore = await openEvents(history);
    const [readStore, expected] = [await openRows(), await openRows()];
    let commits = 0;
    const failing: ReadStore = {
      ...readStore,
      apply: async changes => {
        await Promise.resolve();
        if (commits++ === 2) throw new Unavailable('no room for a moment');
        await readStore.apply(changes);
      },
    };
    const running = await start(slowly(inBatches(eventStore, 2)), failing);
    await running.barrier(never);
    ok(commits > 3);
    await (await start(eventStore, expected)).barrier(never);
    for (const { name } of allProjections)
      deepEqual(bytesOf(readStore, name), bytesOf(expected, name));
  });
});

/** Long enough for every kind of event to be in it. */
function longHistory(): readonly Recording[] {
  const histories = fc.sample(domainHistories, { numRuns: 50, seed: 7 });
  return histories.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

/** Batches that do not come at once, so that each is a commit. */
const slowly = (eventStore: EventStore): EventStore => ({
  ...eventStore,
  subscribe: async function* (subscription) {
    for await (const batch of eventStore.subscribe(subscription)) {
      yield batch;
      await nextTurn();
      await nextTurn();
    }
  },
});

/** As a server that writes events too: some subscriptions are told that they came past the last of ours. */
function withOwnEvents(
  eventStore: EventStore,
  isTold: (subscription: number) => boolean,
): EventStore {
  let opened = 0;
  return {
    ...eventStore,
    subscribe: async function* (subscription) {
      const past = isTold(opened++) ? 1 : 0;
      const head = await eventStore.head();
      for await (const { events, position } of eventStore.subscribe(subscription))
        yield { events, position: position >= head ? position + past : position };
    },
  };
}

/** Every version of every row, as text. */
function bytesOf(readStore: ReadStore, name: string): readonly string[] {
  const table = readStore.current(name);
  return table === undefined ? [] : [...readStore.versions(table)].map(row => JSON.stringify(row));
}

/** The same events, so many at a time. */
function inBatches(eventStore: EventStore, size: number): EventStore {
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
