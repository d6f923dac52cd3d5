import assert from 'node:assert/strict';
import type { EventStore } from '../../platform/event-store/port.ts';
import {
  codeSent,
  collect,
  type EventStores,
  isGrowing,
  newStream,
  rejected,
} from './event-store-harness.ts';

/** What holds for those who follow the events of all streams. */
export function subscriptionsContract(stores: EventStores): void {
  describe('subscribe', () => {
    const { appended, follow } = stores;
    let store: EventStore;

    before(() => {
      store = stores.store();
    });

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
      const events = await follow(before, (_, position) => position >= end, new Set(['CodeSent']));
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
}
