import { deepEqual, equal, match } from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { verificationCode } from '../../domain/accounts/verification-code.ts';
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
import { type Projections, startProjections } from '../../projections/engine/run.ts';
import { monthOf } from '../../schemas/billing/month.ts';
import { mailStream } from '../../schemas/deliveries/mail-stream.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import {
  addressHash,
  addressStream,
  eventId,
  type OrganizationId,
  organizationId,
  type StreamName,
  subscriptionStream,
  userId,
} from '../../schemas/ids.ts';
import { handleCommand } from '../../services/decider/handle.ts';
import type { NotifierDependencies } from '../../services/notifier/dependencies.ts';
import { another, requestRegistration } from '../support/account-commands.ts';
import { eventsOf } from '../support/accounts.ts';
import { controlledClock } from '../support/controlled-clock.ts';
import { startDelivering } from '../support/delivering.ts';
import { everyProjection } from '../support/every-projection.ts';
import { toEvent } from '../support/given.ts';
import { mailDeliveries } from '../support/mail-deliveries.ts';
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
      projections: everyProjection,
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
    const mailer = mailerOf(async () => {});
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
  const mailerOf = (send: (mail: Mail) => Promise<void>, check = async () => {}) => ({
    send,
    check,
    close: async () => {},
  });
  const ownerOf = (n: number) => ({ kind: 'registration', id: another(n) }) as const;
  const request = async (n: number, atMs: number): Promise<void> => {
    const email = await keyring.seal(ownerOf(n), `${n}@example.org`);
    const command = requestRegistration({ sessionId: another(n), email }, atMs);
    await handleCommand(command, { eventStore });
  };
  const append = (stream: StreamName, ...facts: readonly EventPayload[]): Promise<number> => {
    const events = facts.map(fact => ({ ...toEvent(fact, 0), id: eventId(randomUUID()) }));
    return eventStore.append(stream, events, 'any');
  };
  /** An organization whose owner has this address. */
  const organizationOf = async (address: string): Promise<OrganizationId> => {
    const id = organizationId(randomUUID());
    const email = await keyring.seal({ kind: 'organization', id }, address);
    const hash = addressHash('a'.repeat(64));
    const data = { addressHash: hash, userId: userId(randomUUID()), organizationId: id, email };
    await append(addressStream(hash), { type: 'UserCreated', data });
    return id;
  };
  const quota = (organization: OrganizationId) => ({
    organizationId: organization,
    month: monthOf(Date.now()),
    traces: 9,
    bytes: 0,
    traceLimit: 10,
    bytesLimit: 10,
  });
  const deliveries = () => mailDeliveries(eventStore);
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
    const attempts: string[] = [];
    start({
      mailer: mailerOf(async ({ to }) => {
        if (to.startsWith('1')) throw new MailRefused('no such person');
      }),
      onAttempt: ({ via, outcome }) => void attempts.push(`${via} ${outcome}`),
    });
    await until('two ends', async () => (await deliveries()).length === 2);
    deepEqual(new Set(await types()), new Set(['DeliveryExhausted', 'DeliverySettled']));
    deepEqual(attempts.sort(), ['mail delivered', 'mail failed']);
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

  it('sends nothing twice when it starts again, and records that it forgot an address', async () => {
    const ids: string[] = [];
    for (let n = 1; n <= 3; n++) {
      const nowMs = n * 10_000_000;
      const notifier = start({
        mailer: mailerOf(async ({ id }) => void ids.push(id)),
        now: () => nowMs,
      });
      await request(n, nowMs);
      await until(`${n} settled`, async () => (await deliveries()).length === n);
      await notifier.stop();
    }
    deepEqual([ids.length, new Set(ids).size], [3, 3]);
    const forgotten = await Promise.all(
      [1, 2, 3].map(n => eventsOf(eventStore, mailStream(another(n)))),
    );
    deepEqual(
      forgotten.map(events => events.map(({ type }) => type)),
      [
        ['DeliverySettled', 'RegistrationForgotten'],
        ['DeliverySettled', 'RegistrationForgotten'],
        ['DeliverySettled'],
      ],
    );
  });

  it('sends everything in the order of causes after an hour without the mail server, but no expired code', async () => {
    const organization = await organizationOf('a@example.org');
    const clock = controlledClock();
    const sent: string[] = [];
    let [isAway, looks] = [true, 0];
    const expectServer = (): void => {
      if (isAway) throw new Unavailable('the server is away');
    };
    clock.holdAt(0);
    start({
      now: clock.now,
      mailer: mailerOf(
        async ({ to, subject }) => {
          expectServer();
          sent.push(`${to} ${subject.slice(0, 4)}`);
        },
        async () => {
          looks++;
          expectServer();
        },
      ),
    });
    const data = quota(organization);
    for (const [n, minutes] of [0, 20, 46, 50, 55].entries()) {
      const before = looks;
      clock.holdAt(minutes * 60_000);
      await request(n + 1, clock.now());
      const type = n % 2 === 0 ? 'QuotaWarned' : 'QuotaExceeded';
      await append(subscriptionStream(organization), { type, data });
      await until('a look at the server', () => looks > before);
    }
    isAway = false;
    clock.holdAt(3_600_000);
    // It looks again when something happens, and not before the pause is over by the clock of the machine.
    await append(subscriptionStream(organization), { type: 'QuotaWarned', data });
    await until('the last mail', () => sent.length === 9);
    const [near, over] = ['a@example.org 90 %', 'a@example.org Your'];
    const code = (n: number): string => `${n}@example.org Your`;
    deepEqual(sent, [near, over, code(3), near, code(4), over, code(5), near, near]);
    await until('two expired codes', async () => (await types()).length === 11);
    deepEqual(new Set(await types()), new Set(['DeliveryExhausted', 'DeliverySettled']));
  });

  it('tells an organization once of its quota, at the address of its owner', async () => {
    const mails: Mail[] = [];
    const organization = await organizationOf('a@example.org');
    const data = quota(organization);
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
