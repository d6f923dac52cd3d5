import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Unavailable } from '../../platform/errors.ts';
import {
  type EventStore,
  type RecordedEvent,
  RevisionConflict,
} from '../../platform/event-store/port.ts';
import type { DomainEvent } from '../../schemas/events/event.ts';
import {
  addressHash,
  commandId,
  commandStream,
  eventId,
  type StreamName,
  sessionId,
} from '../../schemas/ids.ts';

export type EventStoreEngine = {
  /** The store over one and the same engine: what an earlier one appended is there. */
  readonly open: () => Promise<EventStore>;
  readonly dispose: () => Promise<void>;
};

export function eventStoreContract(name: string, start: () => Promise<EventStoreEngine>): void {
  describe(`event store: ${name}`, function () {
    this.timeout(60_000);
    let engine: EventStoreEngine;
    let store: EventStore;

    before(async () => {
      engine = await start();
      store = await engine.open();
    });
    after(async () => {
      await store.close();
      await engine.dispose();
    });

    const appended = async (stream: StreamName, count: number): Promise<DomainEvent[]> => {
      const events = Array.from({ length: count }, rejected);
      await store.append(stream, events, -1);
      return events;
    };
    const read = (stream: StreamName) => collect(store.readStream(stream));
    /** Batches after a position, until `enough` of their events came. */
    const follow = async (
      after: number,
      enough: (events: readonly RecordedEvent[], position: number) => boolean,
      types?: ReadonlySet<DomainEvent['type']>,
    ) => {
      const abort = new AbortController();
      const events: RecordedEvent[] = [];
      const subscription = { after, signal: abort.signal, ...(types && { types }) };
      for await (const batch of store.subscribe(subscription)) {
        events.push(...batch.events);
        if (enough(events, batch.position)) abort.abort();
      }
      return events;
    };

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

    describe('subscribe', () => {
      it('gives everything after a position, in order and once', async () => {
        const before = await store.head();
        const [one, other] = [newStream(), newStream()];
        await appended(one, 700);
        await appended(other, 2);
        const end = await store.append(one, [rejected()], 699);
        const events = await follow(before, (_, position) => position >= end);
        assert.equal(events.length, 703);
        assert.ok(isGrowing(events.map(({ position }) => position)));
        const middle = events[400]?.position ?? -1;
        const rest = await follow(middle, (_, position) => position >= end);
        assert.deepEqual(rest, events.slice(401));
      });

      it('starts with the first event', async () => {
        const stream = newStream();
        const end = await store.append(stream, [rejected()], -1);
        const events = await follow(-1, (_, position) => position >= end);
        assert.deepEqual(events.at(-1)?.stream, stream);
        assert.ok(isGrowing(events.map(({ position }) => position)));
      });

      it('goes on with what is appended later', async () => {
        const stream = newStream();
        const before = await store.head();
        const following = follow(before, events => events.length === 3);
        for (let revision = -1; revision < 2; revision++)
          await store.append(stream, [rejected()], revision);
        assert.deepEqual(
          (await following).map(({ revision }) => revision),
          [0, 1, 2],
        );
      });

      it('is heard of even when there is nothing new', async () => {
        const before = await store.head();
        const abort = new AbortController();
        let batches = 0;
        for await (const { events, position } of store.subscribe({
          after: before,
          signal: abort.signal,
        })) {
          assert.deepEqual(events, []);
          assert.equal(position, before);
          if (++batches === 3) abort.abort();
        }
        assert.equal(batches, 3);
      });

      it('gives the types that are wanted and passes over the others', async () => {
        const before = await store.head();
        const stream = newStream();
        await store.append(stream, [rejected(), codeSent(), rejected()], -1);
        const end = await store.head();
        const events = await follow(
          before,
          (_, position) => position >= end,
          new Set(['CodeSent']),
        );
        assert.deepEqual(
          events.map(({ revision }) => revision),
          [1],
        );
      });

      it('ends without an error when its signal aborts, before or while it waits', async () => {
        const aborted = { after: -1, signal: AbortSignal.abort() };
        assert.deepEqual(await collect(store.subscribe(aborted)), []);
        const abort = new AbortController();
        const waiting = (async () => {
          for await (const _ of store.subscribe({
            after: await store.head(),
            signal: abort.signal,
          }))
            setImmediate(() => abort.abort());
        })();
        await waiting;
      });
    });

    it('has everything again when it is opened again', async () => {
      const stream = newStream();
      const events = await appended(stream, 2);
      const head = await store.head();
      await store.close();
      store = await engine.open();
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
      store = await engine.open();
    });
  });
}

const newStream = (): StreamName => commandStream(commandId(randomUUID()));

const envelope = () => ({
  id: eventId(randomUUID()),
  version: 1,
  atMs: 1_700_000_000_000,
  causationId: commandId(randomUUID()),
  correlationId: randomUUID(),
  actor: 'operator',
});

const rejected = (): DomainEvent => ({
  ...envelope(),
  type: 'CommandRejected',
  data: {
    commandId: commandId(randomUUID()),
    reason: 'api_key_unknown',
    message: 'expected a key that was issued',
  },
});

const codeSent = (): DomainEvent => ({
  ...envelope(),
  type: 'CodeSent',
  data: { addressHash: addressHash('ab'.repeat(32)), sessionId: sessionId(randomUUID()) },
});

const isGrowing = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? number));

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
