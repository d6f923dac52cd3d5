import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Unavailable } from '../../platform/errors.ts';
import {
  type EventStore,
  type RecordedEvent,
  RevisionConflict,
} from '../../platform/event-store/port.ts';
import type { DomainEvent } from '../../schemas/events/event.ts';
import { upcast } from '../../schemas/events/upcast.ts';
import { eventId, type StreamName } from '../../schemas/ids.ts';
import { storedEvents } from '../support/fixtures.ts';
import {
  collect,
  type EventStoreEngine,
  isGrowing,
  newStream,
  openEventStores,
  rejected,
} from './event-store-harness.ts';
import { subscriptionsContract } from './event-store-subscriptions.ts';

export function eventStoreContract(name: string, start: () => Promise<EventStoreEngine>): void {
  describe(`event store: ${name}`, function () {
    this.timeout(60_000);
    const stores = openEventStores(start);
    const { appended, read, follow } = stores;
    let store: EventStore;

    before(() => {
      store = stores.store();
    });

    describe('deleteStream', () => {
      it('takes the events of one stream from every read, and keeps the others with their positions', async () => {
        const [kept, gone] = [newStream(), newStream()];
        await store.append(kept, [rejected()], -1);
        await store.append(gone, [rejected(), rejected()], -1);
        await store.append(kept, [rejected()], 0);
        const before = await read(kept);
        await store.deleteStream(gone);
        assert.deepEqual(await read(gone), []);
        assert.deepEqual(await eventsIn(store.readStreamBackwards(gone)), []);
        assert.deepEqual(await read(kept), before);
        await store.deleteStream(gone);
      });

      it('never uses a position again, and lets the stream begin anew', async () => {
        const stream = newStream();
        const last = await store.append(stream, [rejected(), rejected()], -1);
        await store.deleteStream(stream);
        const next = await store.append(newStream(), [rejected()], -1);
        assert.ok(next > last, `${next} after ${last}`);
        const event = rejected();
        await store.append(stream, [event], 'any');
        assert.deepEqual(await eventsIn(store.readStream(stream)), [event]);
      });

      it('leads a subscriber to the head also where the last events are deleted', async () => {
        const after = await store.append(newStream(), [rejected()], -1);
        const stream = newStream();
        await store.append(stream, [rejected(), rejected()], -1);
        await store.deleteStream(stream);
        const head = await store.head();
        const { signal } = new AbortController();
        for await (const { events, position } of store.subscribe({ after, signal })) {
          assert.deepEqual(events, []);
          if (position >= head) return;
        }
      });

      it('deletes more events than are read at once', async () => {
        const stream = newStream();
        const events = Array.from({ length: 1_203 }, () => rejected());
        await store.append(stream, events, -1);
        await store.deleteStream(stream);
        assert.deepEqual(await read(stream), []);
      });
    });

    describe('append', () => {
      it('gives revisions from 0 and growing positions', async () => {
        const stream = newStream();
        const events = [rejected(), rejected(), rejected()];
        const last = await store.append(stream, events, -1);
        const recorded = await read(stream);
        assert.deepEqual(
          recorded.map(({ revision, event }) => ({ revision, event })),
          events.map((event, revision) => ({ revision, event })),
        );
        assert.ok(recorded.every(one => one.stream === stream));
        assert.equal(recorded.at(-1)?.position, last);
        assert.ok(isGrowing(recorded.map(({ position }) => position)));
        assert.equal(await store.head(), last);
      });

      it('keeps the instant of recording, whatever instant the event itself has', async () => {
        const stream = newStream();
        const beganAtMs = Date.now();
        await store.append(stream, [{ ...rejected(), atMs: 7 }, rejected()], -1);
        const followed = await follow(
          -1,
          events => events.filter(one => one.stream === stream).length === 2,
        );
        const instants = followed
          .filter(one => one.stream === stream)
          .map(({ recordedAtMs }) => recordedAtMs);
        assert.equal(instants.length, 2);
        assert.ok(instants.every(atMs => atMs >= beganAtMs && atMs <= Date.now()));
        assert.deepEqual(
          (await read(stream)).map(({ recordedAtMs }) => Math.floor(recordedAtMs / 1_000)),
          instants.map(atMs => Math.floor(atMs / 1_000)),
        );
      });

      it('gives what an earlier version wrote as it is written today', async () => {
        const stream = newStream();
        const events = storedEvents(1).map(({ event }) => ({
          ...event,
          id: eventId(randomUUID()),
        }));
        const before = await store.head();
        await store.append(stream, events, -1);
        const expected = events.map(upcast);
        assert.notDeepEqual(expected, events);
        assert.deepEqual(await eventsIn(store.readStream(stream)), expected);
        assert.deepEqual((await eventsIn(store.readStreamBackwards(stream))).reverse(), expected);
        const followed = await follow(before, found => found.length >= events.length);
        assert.deepEqual(
          followed.map(({ event }) => event),
          expected,
        );
      });

      it('goes on after the expected revision and refuses any other', async () => {
        const stream = newStream();
        await appended(stream, 2);
        await store.append(stream, [rejected()], 1);
        for (const expected of [-1, 0, 1, 3, 7]) {
          const append = store.append(stream, [rejected(), rejected()], expected);
          await assert.rejects(append, RevisionConflict);
        }
        assert.equal((await read(stream)).length, 3);
      });

      it('says what it expected and what it found', async () => {
        const stream = newStream();
        await appended(stream, 3);
        await assert.rejects(store.append(stream, [rejected()], 0), {
          message: `expected stream ${stream} at 0, found 2`,
        });
        await assert.rejects(store.append(newStream(), [rejected()], 4), RevisionConflict);
      });

      it('takes the stream as it is when any revision will do', async () => {
        const stream = newStream();
        await store.append(stream, [rejected()], 'any');
        await store.append(stream, [rejected()], 'any');
        assert.deepEqual(
          (await read(stream)).map(({ revision }) => revision),
          [0, 1],
        );
      });

      it('counts events that are there already as appended', async () => {
        const stream = newStream();
        const events = await appended(stream, 2);
        const [, last] = await read(stream);
        await store.append(stream, [rejected()], 1);
        assert.equal(await store.append(stream, events, -1), last?.position);
        assert.equal(await store.append(stream, events.slice(1), 0), last?.position);
        assert.equal(await store.append(stream, events, 'any'), last?.position);
        assert.equal((await read(stream)).length, 3);
      });

      it('does not mistake other events, or more of them, for those', async () => {
        const stream = newStream();
        const [first, second] = await appended(stream, 2);
        assert.ok(first && second);
        const others = [
          [rejected(), second],
          [first, rejected()],
          [first, second, rejected()],
          [second, first],
        ];
        for (const events of others)
          await assert.rejects(store.append(stream, events, -1), RevisionConflict);
        assert.equal((await read(stream)).length, 2);
      });

      it('lets one of many appends at the same revision win', async () => {
        const stream = newStream();
        await appended(stream, 1);
        const appends = Array.from({ length: 20 }, () =>
          store.append(stream, [rejected(), rejected()], 0),
        );
        const outcomes = await Promise.allSettled(appends);
        const won = outcomes.filter(({ status }) => status === 'fulfilled');
        assert.equal(won.length, 1);
        for (const outcome of outcomes)
          if (outcome.status === 'rejected') assert.ok(outcome.reason instanceof RevisionConflict);
        assert.equal((await read(stream)).length, 3);
      });

      it('of many to many streams keeps every one whole', async () => {
        const streams = Array.from({ length: 30 }, newStream);
        const before = await store.head();
        const positions = await Promise.all(
          streams.map(stream => store.append(stream, [rejected(), rejected()], -1)),
        );
        assert.equal(new Set(positions).size, streams.length);
        for (const stream of streams) assert.equal((await read(stream)).length, 2);
        const end = Math.max(...positions);
        const followed = await follow(before, (_, position) => position >= end);
        assert.ok(isGrowing(followed.map(({ position }) => position)));
        assert.equal(followed.length, 60);
      });

      it('keeps text and numbers as they are', async () => {
        const event = { ...rejected(), actor: 'Größe 鍵 🔑 " \\ \u0000 \u2028', atMs: 2 ** 52 + 1 };
        const stream = newStream();
        await store.append(stream, [event], -1);
        assert.deepEqual((await read(stream))[0]?.event, event);
      });
    });

    describe('a stream', () => {
      it('that does not exist is empty both ways', async () => {
        assert.deepEqual(await read(newStream()), []);
        assert.deepEqual(await collect(store.readStreamBackwards(newStream())), []);
      });

      it('that cannot exist is empty both ways', async () => {
        const long = ['a'.repeat(1_501), '鍵'.repeat(501), '\0'.repeat(751)];
        for (const name of [...long, 'half \ud83d', '$all']) {
          assert.deepEqual(await read(name as StreamName), []);
          assert.deepEqual(await collect(store.readStreamBackwards(name as StreamName)), []);
        }
      });

      it('of any length is read both ways', async () => {
        const stream = newStream();
        const events = await appended(stream, 1_203);
        const forwards = await read(stream);
        assert.deepEqual(
          forwards.map(({ event }) => event.id),
          events.map(({ id }) => id),
        );
        const backwards = await collect(store.readStreamBackwards(stream));
        assert.deepEqual(backwards, [...forwards].reverse());
      });

      it('does not hold events of a stream whose name it begins', async () => {
        const short = newStream();
        await appended(short, 1);
        await appended(`${short}-longer` as StreamName, 2);
        assert.equal((await read(short)).length, 1);
        assert.equal((await collect(store.readStreamBackwards(short))).length, 1);
      });

      it('may be left in the middle', async () => {
        const stream = newStream();
        await appended(stream, 3);
        for await (const { revision } of store.readStreamBackwards(stream)) {
          assert.equal(revision, 2);
          break;
        }
      });
    });

    subscriptionsContract(stores);

    it('has everything again when it is opened again', async () => {
      const stream = newStream();
      const events = await appended(stream, 2);
      const head = await store.head();
      await store.close();
      store = await stores.reopen();
      assert.equal(await store.head(), head);
      assert.equal(await store.append(stream, events, -1), head);
      assert.ok((await store.append(stream, [rejected()], 1)) > head);
      assert.equal((await read(stream)).length, 3);
    });

    it('is unavailable once closed', async () => {
      await store.close();
      await assert.rejects(store.append(newStream(), [rejected()], -1), Unavailable);
      await assert.rejects(collect(store.readStream(newStream())), Unavailable);
      await store.close();
      store = await stores.reopen();
    });
  });
}

const eventsIn = async (recorded: AsyncIterable<RecordedEvent>): Promise<DomainEvent[]> =>
  (await collect(recorded)).map(({ event }) => event);
