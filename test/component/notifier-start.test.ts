import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openFolderBlobStore } from '../../platform/blob-store/folder.ts';
import { openLmdbEventStore } from '../../platform/event-store/lmdb.ts';
import type { EventStore, RecordedEvent } from '../../platform/event-store/port.ts';
import { openBlobKeyring } from '../../platform/keyring/blob.ts';
import type { Keyring } from '../../platform/keyring/port.ts';
import { openLog } from '../../platform/log.ts';
import { openLmdbReadStore } from '../../platform/read-store/lmdb.ts';
import type { ReadStore } from '../../platform/read-store/port.ts';
import { type Projections, startProjections } from '../../projections/engine/run.ts';
import { addressHash, eventId, mailboxHash, sessionId, streamName } from '../../schemas/ids.ts';
import { handleCommand } from '../../services/decider/handle.ts';
import { keepDelivering } from '../../services/notifier/deliver.ts';
import { deliverMails } from '../../services/notifier/mails/deliver-mails.ts';
import { deliverNotices } from '../../services/notifier/notices/deliver-notices.ts';
import { deliverWebhooks } from '../../services/notifier/webhooks/deliver-webhooks.ts';
import { another, requestRegistration } from '../support/account-commands.ts';
import { everyProjection } from '../support/every-projection.ts';
import { toEvent } from '../support/given.ts';
import { mailDeliveries } from '../support/mail-deliveries.ts';
import { noOutbound } from '../support/no-outbound.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const log = openLog({ level: 'silent', pretty: false });
const due = 10;
const readMax = 1_000;
const batch = 500;

describe('the start of a notifier', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  let eventStore: EventStore;
  let keyring: Keyring;
  let read: number;

  beforeEach(async () => {
    read = 0;
    folder = await temporaryFolder();
    eventStore = await openLmdbEventStore({ folder: join(folder.path, 'events') });
    const blobStore = await openFolderBlobStore({ folder: join(folder.path, 'blobs') });
    keyring = openBlobKeyring({ blobStore, masterKey: randomBytes(32) });
  });
  afterEach(async () => {
    await eventStore.close();
    await folder.remove();
  });

  const counted = async function* (events: AsyncIterable<RecordedEvent>) {
    for await (const event of events) {
      read++;
      yield event;
    }
  };
  /** Counts every event that is read. */
  const counting = (): EventStore => ({
    ...eventStore,
    readStream: stream => counted(eventStore.readStream(stream)),
    readStreamBackwards: stream => counted(eventStore.readStreamBackwards(stream)),
    async *subscribe(subscription) {
      for await (const found of eventStore.subscribe(subscription)) {
        read += found.events.length;
        yield found;
      }
    },
  });
  /** Registrations that were verified elsewhere long ago. */
  const fill = async (events: number): Promise<void> => {
    for (let stored = 0; stored < events; stored += batch) {
      const some = Array.from({ length: batch }, (_, index) => {
        const id = eventId(randomUUID());
        const data = { sessionId: sessionId(`old ${stored + index}`) };
        return { ...toEvent({ type: 'RegistrationForgotten', data }, 0), id };
      });
      await eventStore.append(streamName('old'), some, 'any');
    }
  };
  const request = async (n: number): Promise<void> => {
    const owner = { kind: 'registration', id: another(n) } as const;
    const email = await keyring.seal(owner, `${n}@example.org`);
    const hash = String(n).padStart(64, '0');
    const hashes = { addressHash: addressHash(hash), mailboxHash: mailboxHash(hash) };
    const wish = requestRegistration({ sessionId: another(n), email, ...hashes }, Date.now());
    await handleCommand(wish, { eventStore });
  };
  const openProcess = async (name: string) => {
    const readStore = await openLmdbReadStore({ folder: join(folder.path, name) });
    const store = counting();
    const projections = await start(readStore, store);
    return { readStore, store, projections };
  };
  const start = (readStore: ReadStore, store: EventStore): Promise<Projections> =>
    startProjections({ eventStore: store, readStore, projections: everyProjection, log });
  const close = async ({ projections, readStore }: Awaited<ReturnType<typeof openProcess>>) => {
    await projections.stop();
    await readStore.close();
  };
  /** All kinds, until so many mails are settled. */
  const deliver = async (
    { store, projections }: Awaited<ReturnType<typeof openProcess>>,
    settled: number,
  ): Promise<readonly string[]> => {
    const sent: string[] = [];
    const stopping = new AbortController();
    const dependencies = {
      eventStore: store,
      projections,
      keyring,
      mailer: {
        send: async ({ to }: { readonly to: string }) => void sent.push(to),
        check: async () => {},
        close: async () => {},
      },
      outbound: noOutbound,
      topicLog: { append: async () => [] },
      log,
      publicUrl: () => 'https://tide.test',
    };
    const running = [deliverMails, deliverNotices, deliverWebhooks].map(kind =>
      keepDelivering(dependencies, stopping.signal, (given, signal) =>
        kind(given, () => true, signal),
      ),
    );
    await until('what is due', async () => (await mailDeliveries(eventStore)).length === settled);
    stopping.abort();
    await Promise.all(running);
    return sent;
  };
  const addresses = (from: number): readonly string[] =>
    Array.from({ length: due }, (_, index) => `${from + index}@example.org`);

  /** What a start reads after so many events, with mails that are due since before it. */
  const readAtStart = async (events: number): Promise<number> => {
    await fill(events);
    for (let n = 1; n <= due; n++) await request(n);
    await fill(events);
    const before = await openProcess('rows');
    await before.projections.barrier(AbortSignal.timeout(60_000));
    await close(before);
    ok(read >= 2 * events);
    read = 0;
    const process = await openProcess('rows');
    deepEqual(await deliver(process, due), addresses(1));
    const found = read;
    await close(process);
    return found;
  };

  for (const events of [batch, 10_000])
    it(`reads only what is new since it stopped, after ${2 * events} events`, async () => {
      const found = await readAtStart(events);
      ok(found < readMax, `expected fewer than ${readMax} events, found ${found}`);
      ok(found <= 2 * due, `expected the records of ${due} mails, found ${found} events`);
    });

  it('in place of another process reads nothing again, and repeats nothing', async () => {
    await fill(10_000);
    for (let n = 1; n <= due; n++) await request(n);
    const [one, other] = [await openProcess('one'), await openProcess('other')];
    for (const { projections } of [one, other])
      await projections.barrier(AbortSignal.timeout(60_000));
    deepEqual(await deliver(one, due), addresses(1));
    await close(one);
    for (let n = due + 1; n <= 2 * due; n++) await request(n);
    await other.projections.barrier(AbortSignal.timeout(60_000));
    read = 0;
    deepEqual(await deliver(other, 2 * due), addresses(due + 1));
    ok(read <= 2 * due, `expected the records of ${due} mails, found ${read} events`);
    await close(other);
    equal(new Set((await mailDeliveries(eventStore)).map(({ type }) => type)).size, 1);
  });
});
