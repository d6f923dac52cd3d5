import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFolderBlobStore } from '../../platform/blob-store/folder.ts';
import { openCommandsUnderWay } from '../../platform/commands/under-way.ts';
import { openLmdbEventStore } from '../../platform/event-store/lmdb.ts';
import type { EventStore } from '../../platform/event-store/port.ts';
import type { HttpRequest } from '../../platform/http/handler.ts';
import { openBlobKeyring } from '../../platform/keyring/blob.ts';
import type { Running } from '../../platform/lifecycle.ts';
import { openLog } from '../../platform/log.ts';
import { openOutboxMailer } from '../../platform/mailer/outbox.ts';
import { openMetrics } from '../../platform/metrics/registry.ts';
import { openLmdbReadStore } from '../../platform/read-store/lmdb.ts';
import { openLmdbTopicLog } from '../../platform/topic-log/lmdb.ts';
import { openAuthenticate } from '../../projections/api-keys/authenticate.ts';
import { startProjections } from '../../projections/engine/run.ts';
import { freePlan } from '../../schemas/billing/quota.ts';
import type { DomainEvent } from '../../schemas/events/event.ts';
import type { RouteName } from '../../schemas/http/routes.ts';
import type { StreamName } from '../../schemas/ids.ts';
import { deadLetterTopic, topics } from '../../schemas/topics.ts';
import { startDecider } from '../../services/decider/service.ts';
import { openBeforeBody } from '../../services/ingest-api/accounts/before-body.ts';
import { openNetworkWrongCodes } from '../../services/ingest-api/accounts/network-wrong-codes.ts';
import { register } from '../../services/ingest-api/accounts/register.ts';
import { verify } from '../../services/ingest-api/accounts/verify.ts';
import { listKeys } from '../../services/ingest-api/api-keys/keys.ts';
import { revokeAnyKey } from '../../services/ingest-api/api-keys/revoke.ts';
import { endSession } from '../../services/ingest-api/sessions/end.ts';
import { requestSession } from '../../services/ingest-api/sessions/request.ts';
import { verifySession } from '../../services/ingest-api/sessions/verify.ts';
import { integrationStatus } from '../../services/query-api/accounts/integration-status.ts';
import { startDelivering } from './delivering.ts';
import { everyProjection } from './every-projection.ts';
import { noOutbound } from './no-outbound.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

const log = openLog({ level: 'silent', pretty: false });

export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

/** Registration and everything behind it over real engines in a folder of its own; `clock` may be set. */
export async function openAccounts({ perHourMax = 1_000 } = {}) {
  const folder = await temporaryFolder();
  const part = (name: string): string => join(folder.path, name);
  const clock = { nowMs: Date.now() };
  const now = (): number => clock.nowMs;
  const topicLog = await openLmdbTopicLog({ folder: part('log'), reassignPauseMs: 20 });
  const eventStore = await openLmdbEventStore({ folder: part('events') });
  const readStore = await openLmdbReadStore({ folder: part('rows') });
  const blobStore = await openFolderBlobStore({ folder: part('blobs') });
  const keyring = openBlobKeyring({ blobStore, masterKey: randomBytes(32) });
  const mailer = await openOutboxMailer({
    folder: part('outbox'),
    from: 'code@tidemark.test',
    keptMs: 86_400_000,
  });
  await topicLog.createTopics(
    [topics.commands, deadLetterTopic(topics.commands)].map(topic => ({
      topic,
      partitions: 2,
      retentionMs: 86_400_000,
    })),
  );
  const projections = await startProjections({
    eventStore,
    readStore,
    projections: everyProjection,
    log,
  });
  const start = async (): Promise<Running> => {
    const decider = await startDecider({ halted: () => undefined, topicLog, eventStore, log });
    const notifier = startDelivering({
      eventStore,
      projections,
      keyring,
      mailer,
      outbound: noOutbound,
      topicLog,
      log,
      now,
      publicUrl: () => 'http://localhost',
    });
    return {
      stop: async () => {
        await notifier.stop();
        await decider.stop();
      },
    };
  };
  let services = await start();
  const before = openBeforeBody({ registrationsPerHour: perHourMax, clock: now });
  const commandsUnderWay = openCommandsUnderWay({ topicLog, metrics: openMetrics() });
  const endpoint = { topicLog, outcomes: projections, keyring, commandsUnderWay };
  const registered = register(endpoint);
  const wrongCodes = openNetworkWrongCodes({ now });
  const requestedSession = requestSession({ ...endpoint, projections });
  const dashboardUrl = (name: string): string => `http://localhost/services/${name}`;
  return {
    clock,
    topicLog,
    eventStore,
    keyring,
    blobStore,
    projections,
    authenticate: openAuthenticate({
      projections,
      clock: now,
      now: () => projections.lastHeardAtMs(),
    }),
    register: async (request: HttpRequest<'register'>) => {
      before.register(request.address);
      return registered(request);
    },
    verify: verify({
      ...endpoint,
      projections,
      keyring,
      freePlan,
      dashboardUrl,
      wrongCodes,
    }),
    requestSession: async (request: HttpRequest<'requestSession'>) => {
      before.requestSession(request.address);
      return requestedSession(request);
    },
    verifySession: verifySession({ ...endpoint, projections, keyring, wrongCodes }),
    endSession: endSession(endpoint),
    listKeys: listKeys({ projections }),
    revokeKey: revokeAnyKey(endpoint),
    integrationStatus: integrationStatus({ projections, dataInstants: async () => undefined }),
    request: requests(now),
    mails: () => mailsIn(part('outbox')),
    /** Those that bring a code. */
    codeMails: () => codeMailsIn(part('outbox')),
    codeTo: (address: string) =>
      until(`a code for ${address}`, () => codeIn(part('outbox'), address)),
    restart: async () => {
      await services.stop();
      services = await start();
    },
    close: async () => {
      await services.stop();
      await projections.stop();
      await readStore.close();
      await eventStore.close();
      await topicLog.close();
      await folder.remove();
    },
  };
}

/** A request as the HTTP platform hands it over. */
const requests =
  (now: () => number) =>
  <Name extends RouteName>(
    part: Pick<HttpRequest<Name>, 'body' | 'params' | 'key' | 'query'> & Partial<HttpRequest<Name>>,
  ) => ({
    requestId: randomUUID(),
    receivedAtMs: now(),
    headers: {},
    address: '192.0.2.1',
    signal: new AbortController().signal,
    checkKey: async () => undefined,
    ...part,
  });

async function mailsIn(outbox: string): Promise<readonly string[]> {
  const names = (await readdir(outbox)).filter(name => name.endsWith('.eml')).sort();
  return Promise.all(names.map(name => readFile(join(outbox, name), 'utf8')));
}

const codePattern = /^Subject: .* (\d{6})\r$/m;

const codeMailsIn = async (outbox: string): Promise<readonly string[]> =>
  (await mailsIn(outbox)).filter(mail => codePattern.test(mail));

/** The latest code that was mailed to an address. */
async function codeIn(outbox: string, address: string): Promise<string | undefined> {
  const mails = (await codeMailsIn(outbox)).filter(mail =>
    mail.toLowerCase().includes(`\r\nto: ${address.toLowerCase()}\r\n`),
  );
  return codePattern.exec(mails.at(-1) ?? '')?.[1];
}

export async function eventsOf(
  eventStore: EventStore,
  stream: StreamName,
): Promise<readonly DomainEvent[]> {
  const events: DomainEvent[] = [];
  for await (const { event } of eventStore.readStream(stream)) events.push(event);
  return events;
}
