import { deepEqual, equal, match } from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openFolderBlobStore } from '../../platform/blob-store/folder.ts';
import { Unavailable } from '../../platform/errors.ts';
import { openLmdbEventStore } from '../../platform/event-store/lmdb.ts';
import type { EventStore } from '../../platform/event-store/port.ts';
import { openBlobKeyring } from '../../platform/keyring/blob.ts';
import type { Keyring } from '../../platform/keyring/port.ts';
import type { Running } from '../../platform/lifecycle.ts';
import { openLog } from '../../platform/log.ts';
import { type Mail, MailRefused } from '../../platform/mailer/port.ts';
import { openLmdbReadStore } from '../../platform/read-store/lmdb.ts';
import type { ReadStore } from '../../platform/read-store/port.ts';
import { allProjections } from '../../projections/all.ts';
import { type Projections, startProjections } from '../../projections/engine/run.ts';
import { verificationCode } from '../../schemas/accounts/verification-code.ts';
import { monthOf } from '../../schemas/billing/month.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import {
  addressHash,
  addressStream,
  deliveriesStream,
  eventId,
  organizationId,
  type StreamName,
  subscriptionStream,
  userId,
} from '../../schemas/ids.ts';
import { handleCommand } from '../../services/decider/handle.ts';
import type { NotifierDependencies } from '../../services/notifier/dependencies.ts';
import { another, requestRegistration } from '../support/account-commands.ts';
import { eventsOf } from '../support/accounts.ts';
import { startDelivering } from '../support/delivering.ts';
import { toEvent } from '../support/given.ts';
import { noOutbound } from '../support/no-outbound.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const log = openLog({ level: 'silent', pretty: false });

describe('notifier', function () {
  this.timeout(60_000);
  let folder: TemporaryFolder;
  let eventStore: EventStore;
  let keyring: Keyring;
  let readStore: ReadStore;
  let projections: Projections;
  let running: Running[];

  beforeEach(async () => {
    folder = await temporaryFolder();
    eventStore = await openLmdbEventStore({ folder: join(folder.path, 'events') });
    const blobStore = await openFolderBlobStore({ folder: join(folder.path, 'blobs') });
    keyring = openBlobKeyring({ blobStore, masterKey: randomBytes(32) });
    readStore = await openLmdbReadStore({ folder: join(folder.path, 'rows') });
    projections = await startProjections({
      eventStore,
      readStore,
      projections: allProjections,
      log,
    });
    running = [];
  });
  afterEach(async () => {
    for (const one of running) await one.stop();
    await projections.stop();
    await readStore.close();
    await eventStore.close();
    await folder.remove();
  });

  const start = (changes: Partial<NotifierDependencies>): Running => {
    const mailer = { send: async () => {}, close: async () => {} };
    const notifier = startDelivering({
      eventStore,
      projections,
      keyring,
      mailer,
      outbound: noOutbound,
      topicLog: { append: async () => [] },
      log,
      publicUrl: () => 'https://tide.test',
      ...changes,
    });
    running.push(notifier);
    return notifier;
  };
  const mailerOf = (send: (mail: Mail) => Promise<void>) => ({ send, close: async () => {} });
  const ownerOf = (n: number) => ({ kind: 'registration', id: another(n) }) as const;
  const request = async (n: number, atMs: number): Promise<void> => {
    const email = await keyring.seal(ownerOf(n), `${n}@example.org`);
    const command = requestRegistration({ sessionId: another(n), email }, atMs);
    await handleCommand(command, { eventStore });
  };
  const deliveries = () => eventsOf(eventStore, deliveriesStream('mail'));
  const types = async () => (await deliveries()).map(({ type }) => type);

  it('mails the code and hands it to who watches', async () => {
    const mails: Mail[] = [];
    const codes: unknown[] = [];
    await request(1, Date.now());
    start({
      mailer: mailerOf(async mail => void mails.push(mail)),
      onCode: code => codes.push(code),
    });
    await until('a settled delivery', async () => (await deliveries()).length === 1);
    const code = await verificationCode(another(1), keyring);
    equal(mails[0]?.subject, `Your Tidemark code is ${code}`);
    deepEqual(codes, [{ to: '1@example.org', code }]);
  });

  it('tries again under the same name after the mail server failed', async () => {
    const ids: string[] = [];
    let nowMs = 1_000;
    await request(1, nowMs);
    const mailer = mailerOf(async ({ id }) => {
      if (ids.push(id) === 1) throw new Unavailable('not now');
    });
    const first = start({ mailer, now: () => nowMs });
    await until('a failed delivery', async () => (await deliveries()).length === 1);
    await first.stop();
    nowMs += 1_000;
    start({ mailer, now: () => nowMs });
    await until('a settled delivery', async () => (await deliveries()).length === 2);
    deepEqual(await types(), ['DeliveryFailed', 'DeliverySettled']);
    equal(ids.length, 2);
    equal(new Set(ids).size, 1);
  });

  it('gives up a mail that the server refuses for good, and goes on with the next', async () => {
    await request(1, Date.now());
    await request(2, Date.now());
    start({
      mailer: mailerOf(async ({ to }) => {
        if (to.startsWith('1')) throw new MailRefused('no such person');
      }),
    });
    await until('two ends', async () => (await deliveries()).length === 2);
    deepEqual(new Set(await types()), new Set(['DeliveryExhausted', 'DeliverySettled']));
  });

  it('sends no expired code, and destroys the key of the registration', async () => {
    let sent = 0;
    await request(1, 0);
    const value = await keyring.seal(ownerOf(1), 'text');
    start({ mailer: mailerOf(async () => void sent++) });
    await until(
      'the key to be destroyed',
      async () => (await keyring.unseal(ownerOf(1), value)) === undefined,
    );
    deepEqual(await types(), ['DeliveryExhausted']);
    equal(sent, 0);
  });

  it('stops when another one writes to its stream, and takes over later without repeating', async () => {
    const now = Date.now();
    let [sent, stolen] = [0, false];
    await request(1, now);
    const rival: EventStore = {
      ...eventStore,
      append: async (stream, events, expected) => {
        if (!stolen) {
          stolen = true;
          await eventStore.append(stream, events, 'any');
          await request(2, now);
          // Ours come with other ids, as they would after other failures.
          return eventStore.append(
            stream,
            events.map(event => ({ ...event, id: `${event.id}x` as typeof event.id })),
            expected,
          );
        }
        return eventStore.append(stream, events, expected);
      },
    };
    start({ eventStore: rival, mailer: mailerOf(async () => void sent++) });
    await until('both to be settled', async () => (await deliveries()).length === 2);
    deepEqual(await types(), ['DeliverySettled', 'DeliverySettled']);
    equal(sent, 2);
  });

  it('reads only the end of its stream when it starts', async () => {
    for (let n = 1; n <= 3; n++) {
      const notifier = start({ now: () => n * 10_000_000 });
      await request(n, n * 10_000_000);
      await until(`${n} settled`, async () => (await deliveries()).length === n);
      await notifier.stop();
    }
    const [first, , last] = await deliveries();
    equal(first?.type === 'DeliverySettled' && first.data.cursor, 0);
    equal(last?.type === 'DeliverySettled' && last.data.cursor > 0, true);
  });

  it('tells an organization once of its quota, at the address of its owner', async () => {
    const mails: Mail[] = [];
    const organization = organizationId(randomUUID());
    const email = await keyring.seal({ kind: 'organization', id: organization }, 'a@example.org');
    const append = (stream: StreamName, ...facts: readonly EventPayload[]): Promise<number> => {
      const events = facts.map(fact => ({ ...toEvent(fact, 0), id: eventId(randomUUID()) }));
      return eventStore.append(stream, events, 'any');
    };
    const hash = addressHash('a'.repeat(64));
    await append(addressStream(hash), {
      type: 'UserCreated',
      data: {
        addressHash: hash,
        userId: userId(randomUUID()),
        organizationId: organization,
        email,
      },
    });
    const data = {
      organizationId: organization,
      month: monthOf(Date.now()),
      traces: 9,
      bytes: 0,
      traceLimit: 10,
      bytesLimit: 10,
    };
    await append(subscriptionStream(organization), { type: 'QuotaWarned', data });
    const mailer = mailerOf(async mail => void mails.push(mail));
    const first = start({ mailer });
    await until('a settled delivery', async () => (await deliveries()).length === 1);
    await first.stop();
    start({ mailer });
    await append(subscriptionStream(organization), { type: 'QuotaExceeded', data });
    await until('another', async () => (await deliveries()).length === 2);
    deepEqual(
      mails.map(({ to }) => to),
      ['a@example.org', 'a@example.org'],
    );
    match(mails[0]?.subject ?? '', /^90 % of your Tidemark quota/);
    match(mails[1]?.text ?? '', /https:\/\/tide\.test\/billing/);
  });
});
