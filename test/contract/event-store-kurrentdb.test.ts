import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { Unavailable } from '../../platform/errors.ts';
import { openKurrentEventStore } from '../../platform/event-store/kurrentdb.ts';
import { type EventStore, RevisionConflict } from '../../platform/event-store/port.ts';
import type { StreamName } from '../../schemas/ids.ts';
import { findKurrent, type KurrentServer, startFakeKurrentDb } from '../support/fake-kurrentdb.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { eventStoreContract } from './event-store.contract.ts';
import { codeSent, collect, newStream } from './event-store-harness.ts';

eventStoreContract('kurrentdb', async () => {
  const folder = await temporaryFolder();
  const server = await findKurrent({ folder: folder.path });
  process.stdout.write(`      over ${server.name}\n`);
  return {
    open: () => openKurrentEventStore({ url: server.url }),
    dispose: async () => {
      await server.stop();
      await folder.remove();
    },
  };
});

describe('event store: kurrentdb alone', function () {
  this.timeout(60_000);
  let folder: TemporaryFolder;
  let fake: KurrentServer;
  let store: EventStore;

  beforeEach(async () => {
    folder = await temporaryFolder();
    fake = await startFakeKurrentDb({ folder: folder.path });
    store = await openKurrentEventStore({ url: fake.url, requestMsMax: 2_000 });
  });
  afterEach(async () => {
    await store.close();
    await fake.stop();
    await folder.remove();
  });

  const portOf = ({ url }: KurrentServer): number => Number(/:(\d+)\?/.exec(url)?.[1]);

  it('is unavailable while its server is away, and goes on when it is back', async () => {
    const stream = newStream();
    const before = await store.append(stream, [codeSent()], -1);
    await fake.stop();
    await assert.rejects(store.append(stream, [codeSent()], 0), Unavailable);
    await assert.rejects(store.head(), Unavailable);
    await assert.rejects(collect(store.readStream(stream)), Unavailable);
    const signal = AbortSignal.timeout(30_000);
    await assert.rejects(collect(store.subscribe({ after: -1, signal })), Unavailable);
    fake = await startFakeKurrentDb({ folder: folder.path, port: portOf(fake) });
    await until(
      'the store to be back',
      async () => (await store.head().catch(() => -1)) === before,
    );
    assert.ok((await appendWhenBack(stream)) > before);
    assert.equal((await collect(store.readStream(stream))).length, 2);
  });

  it('finds a server that comes after it was asked for the first time', async () => {
    await fake.stop();
    const early = await openKurrentEventStore({ url: fake.url, requestMsMax: 2_000 });
    const signal = AbortSignal.timeout(30_000);
    await assert.rejects(early.head(), Unavailable);
    await assert.rejects(collect(early.subscribe({ after: -1, signal })), Unavailable);
    await assert.rejects(early.append(newStream(), [codeSent()], -1), Unavailable);
    fake = await startFakeKurrentDb({ folder: folder.path, port: portOf(fake) });
    const isThere = async () => (await early.head().catch(() => undefined)) === -1;
    await until('the server to be found', isThere);
    await appendWhenBack(newStream(), early, -1);
    for await (const { events } of early.subscribe({ after: -1, signal })) {
      if (events.length > 0) break;
    }
    await early.close();
  });

  const appendWhenBack = (stream: StreamName, into = store, expected = 0): Promise<number> => {
    const event = codeSent();
    return until('an append to succeed', () =>
      into.append(stream, [event], expected).catch(error => {
        assert.ok(error instanceof Unavailable);
        return undefined;
      }),
    );
  };

  it('ends a subscription as unavailable when its server goes away', async () => {
    const last = await store.append(newStream(), [codeSent()], -1);
    const subscription = store.subscribe({ after: -1, signal: AbortSignal.timeout(30_000) });
    await assert.rejects(async () => {
      for await (const { position } of subscription) if (position >= last) await fake.stop();
    }, Unavailable);
    fake = await startFakeKurrentDb({ folder: folder.path });
  });

  it('is unavailable when its server never answers', async () => {
    const sockets: Socket[] = [];
    const silent = createServer(socket => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    assert.ok(typeof address === 'object' && address !== null);
    const url = `esdb://127.0.0.1:${address.port}?tls=false`;
    const waiting = await openKurrentEventStore({ url, requestMsMax: 200 });
    await assert.rejects(waiting.append(newStream(), [codeSent()], -1), Unavailable);
    await assert.rejects(waiting.head(), Unavailable);
    await waiting.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it('gives two stores of one server the same order, with room between positions', async () => {
    const other = await openKurrentEventStore({ url: fake.url });
    const stream = newStream();
    const first = await store.append(stream, [codeSent()], -1);
    await assert.rejects(other.append(stream, [codeSent()], -1), RevisionConflict);
    const second = await other.append(stream, [codeSent()], 0);
    assert.ok(second > first + 1);
    assert.equal(await store.head(), second);
    await other.close();
  });

  it('passes over a thousand events of other types', async () => {
    const stream = newStream();
    const events = Array.from({ length: 1_000 }, codeSent);
    const end = await store.append(stream, events, -1);
    const abort = new AbortController();
    const types = new Set(['CommandRejected'] as const);
    for await (const batch of store.subscribe({ after: -1, types, signal: abort.signal })) {
      assert.deepEqual(batch.events, []);
      if (batch.position >= end) abort.abort();
    }
  });
});
