import { join } from 'node:path';
import { openFolderBlobStore } from '../../platform/blob-store/folder.ts';
import { Unavailable } from '../../platform/errors.ts';
import { openLmdbEventStore } from '../../platform/event-store/lmdb.ts';
import type { HttpRequest, HttpResponse } from '../../platform/http/handler.ts';
import { openLog } from '../../platform/log.ts';
import { openLmdbReadStore } from '../../platform/read-store/lmdb.ts';
import { openLmdbTopicLog } from '../../platform/topic-log/lmdb.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { apiKeys } from '../../projections/api-keys/api-keys.ts';
import { startProjections } from '../../projections/engine/run.ts';
import { type DomainEvent, type EventPayload, eventVersion } from '../../schemas/events/event.ts';
import type { ResponseOf, RouteName } from '../../schemas/http/routes.ts';
import { commandId, eventId, keyId, organizationId, streamName } from '../../schemas/ids.ts';
import {
  deadLetterHeaders,
  deadLetterTopic,
  telemetryHeaders,
  topics,
} from '../../schemas/topics.ts';
import type { AdminContext } from '../../services/admin/context.ts';
import { openJobs } from '../../services/admin/jobs.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type AdminLogs = Awaited<ReturnType<typeof openAdminLogs>>;

/** For routes that ask no warehouse. */
const absent: Warehouse = {
  insertColumns: () => Promise.reject(new Unavailable('there is no warehouse here')),
  query: () => Promise.reject(new Unavailable('there is no warehouse here')),
  command: () => Promise.reject(new Unavailable('there is no warehouse here')),
  close: async () => undefined,
};

type Buried = {
  readonly offset: number;
  readonly atMs?: number;
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
};

const log = openLog({ level: 'silent', pretty: false });

/** The operators' routes over real engines in a folder of their own, and what they are to find there. */
export async function openAdminLogs() {
  const folder = await temporaryFolder();
  const topicLog = await openLmdbTopicLog({ folder: join(folder.path, 'log') });
  const eventStore = await openLmdbEventStore({ folder: join(folder.path, 'events') });
  const readStore = await openLmdbReadStore({ folder: join(folder.path, 'rows') });
  const blobStore = await openFolderBlobStore({ folder: join(folder.path, 'blobs') });
  await topicLog.createTopics(
    Object.values(topics)
      .flatMap(topic => [topic, deadLetterTopic(topic)])
      .map(topic => ({ topic, partitions: 2, retentionMs: 86_400_000 })),
  );
  const projections = await startProjections({
    eventStore,
    readStore,
    projections: [apiKeys],
    log,
  });
  const context: AdminContext = {
    platform: { topicLog, eventStore, blobStore, warehouse: absent },
    projections,
    clock: Date.now,
    version: '0.0.0',
    url: () => '',
    roles: [],
    startedAtMs: 0,
    recent: () => [],
    readiness: async () => ({ status: 'ready', checks: {} }),
    consumers: [{ group: 'processor', topic: topics.spans }],
    halted: () => [],
    jobs: openJobs({ clock: Date.now, log }),
    batchTables: {},
    spansKeptMs: 86_400_000,
    statesAfter: (_, events) =>
      events.map((_, index) => ({ after: new Set(events.slice(0, index + 1).map(e => e.type)) })),
  };
  return {
    topicLog,
    blobStore,
    context,
    /** A record of partition 1 of `spans` that could not be processed. */
    bury: async ({ offset, atMs = 0, body = 'body', headers: more = {} }: Buried) => {
      const headers = {
        ...more,
        [telemetryHeaders.version]: '1',
        [telemetryHeaders.hash]: `hash-${offset}`,
        [deadLetterHeaders.topic]: topics.spans,
        [deadLetterHeaders.partition]: '1',
        [deadLetterHeaders.offset]: String(offset),
        [deadLetterHeaders.reason]: 'malformed',
        [deadLetterHeaders.error]: 'expected spans',
        [deadLetterHeaders.atMs]: String(atMs),
      };
      const record = { key: 'k', partition: 0, value: Buffer.from(body), headers };
      await topicLog.append(deadLetterTopic(topics.spans), [record]);
    },
    receive: async (receivedAtMs: number, organization = 'o') => {
      const headers = {
        [telemetryHeaders.receivedAtMs]: String(receivedAtMs),
        [telemetryHeaders.organization]: organization,
      };
      await topicLog.append(topics.spans, [{ key: 'k', value: new Uint8Array(), headers }]);
    },
    read: (topic: string, partition: number) =>
      topicLog.read(topic, { partition, offset: 0 }, { recordsMax: 100, bytesMax: 1_000_000 }),
    appendKeyEvents: async (stream: string) => {
      const key = { keyId: keyId('1'), organizationId: organizationId('o'), hash: 'h' };
      const kind = 'live';
      await eventStore.append(
        streamName(stream),
        [
          event(1, {
            type: 'ApiKeyIssued',
            data: { ...key, kind, hint: 'abcd', serviceName: 's' },
          }),
          event(2, { type: 'ApiKeyRevoked', data: key }),
        ],
        -1,
      );
    },
    /** A request as the HTTP platform hands it over. */
    request: <Name extends RouteName>(part: Partial<HttpRequest<Name>>): HttpRequest<Name> =>
      ({
        requestId: 'request',
        receivedAtMs: 0,
        headers: {},
        address: 'local',
        signal: new AbortController().signal,
        ...part,
      }) as HttpRequest<Name>,
    bodyOf: <Name extends RouteName>({ body }: HttpResponse<Name>): ResponseOf<Name> =>
      body as ResponseOf<Name>,
    close: async () => {
      await projections.stop();
      await readStore.close();
      await eventStore.close();
      await topicLog.close();
      await folder.remove();
    },
  };
}

const event = (index: number, fact: EventPayload): DomainEvent => ({
  ...fact,
  id: eventId(`00000000-0000-4000-8000-00000000000${index}`),
  version: eventVersion,
  atMs: index * 1_000,
  causationId: commandId('00000000-0000-4000-8000-000000000009'),
  correlationId: 'test',
  actor: 'operator',
});
