import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderBlobStore } from '../../../platform/blob-store/folder.ts';
import { openLmdbEventStore } from '../../../platform/event-store/lmdb.ts';
import type { EventStore } from '../../../platform/event-store/port.ts';
import { openBlobKeyring } from '../../../platform/keyring/blob.ts';
import { openLog } from '../../../platform/log.ts';
import { openOutbound } from '../../../platform/outbound/request.ts';
import { openLmdbReadStore } from '../../../platform/read-store/lmdb.ts';
import { randomUuid } from '../../../platform/uuid.ts';
import { startProjections } from '../../../projections/engine/run.ts';
import type { EventPayload } from '../../../schemas/events/event.ts';
import { eventId, organizationId, type StreamName } from '../../../schemas/ids.ts';
import { webhookId, webhookStream } from '../../../schemas/webhooks/ids.ts';
import { traceErrorsStream } from '../../../schemas/webhooks/trace-errors.ts';
import { deliverWebhooks } from '../../../services/notifier/webhooks/deliver-webhooks.ts';
import { everyProjection } from '../../support/every-projection.ts';
import { toEvent } from '../../support/given.ts';
import { until } from '../../support/until.ts';

const settleMsMax = 300_000;
const owner = organizationId(randomUuid());
const unused = undefined as never;

/** Delivers so many events to each of these URLs; gives how long it took until all but the dead ones had them. */
export async function deliverTo(
  urls: readonly string[],
  events: number,
): Promise<{ readonly ms: number; readonly deliveries: number; readonly appends: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-bench-webhooks-'));
  const eventStore = await openLmdbEventStore({ folder: join(folder, 'events') });
  const blobStore = await openFolderBlobStore({ folder: join(folder, 'blobs') });
  const readStore = await openLmdbReadStore({ folder: join(folder, 'rows') });
  const log = openLog({ level: 'silent', pretty: false });
  const projections = await startProjections({
    eventStore,
    readStore,
    projections: everyProjection,
    log,
  });
  const outbound = openOutbound({ allow: ['127.0.0.0/8'] });
  await prepare(eventStore, urls, events);
  const found = { appends: 0, deliveries: 0 };
  const counting: EventStore = {
    ...eventStore,
    append: (stream, appended, expected) => {
      found.appends++;
      for (const { type, data } of appended)
        if (type === 'WebhookAttempted')
          found.deliveries += data.attempts.filter(({ outcome }) => outcome === 'delivered').length;
      return eventStore.append(stream, appended, expected);
    },
  };
  const dependencies = {
    eventStore: counting,
    projections,
    keyring: openBlobKeyring({ blobStore, masterKey: randomBytes(32) }),
    mailer: unused,
    outbound,
    topicLog: { append: async () => [] },
    log,
    publicUrl: () => '',
    now: Date.now,
    onCode: () => {},
    onAttempt: () => {},
  };
  await projections.state({ signal: new AbortController().signal });
  const ending = new AbortController();
  const wanted = urls.filter(url => !url.includes('/dead/')).length * events;
  const beganMs = performance.now();
  const running = deliverWebhooks(dependencies, () => true, ending.signal);
  await until('all deliveries', () => found.deliveries >= wanted, settleMsMax);
  const ms = performance.now() - beganMs;
  ending.abort();
  await running.catch(() => undefined);
  await outbound.close();
  await projections.stop();
  await readStore.close();
  await eventStore.close();
  await rm(folder, { recursive: true });
  return { ms, ...found };
}

async function prepare(
  eventStore: EventStore,
  urls: readonly string[],
  events: number,
): Promise<void> {
  const append = (stream: StreamName, facts: readonly EventPayload[]): Promise<number> =>
    eventStore.append(
      stream,
      facts.map(fact => ({ ...toEvent(fact, Date.now()), id: eventId(randomUuid()) })),
      'any',
    );
  for (const url of urls) {
    const id = webhookId(randomUuid());
    const webhook = { name: 'n', url, description: null, enabled: true };
    const data = {
      webhookId: id,
      organizationId: owner,
      webhook: { ...webhook, events: ['trace.error' as const] },
      secret: randomUuid() as never,
    };
    await append(webhookStream(id), [{ type: 'WebhookCreated', data }]);
  }
  const failed = Array.from({ length: events }, (_, offset): EventPayload => {
    const texts = { service: 'checkout', operation: 'POST /pay', type: 'TypeError', replayId: '' };
    const ids = { traceId: randomUuid().replaceAll('-', ''), spanId: '00f067aa0ba902b7' };
    const error = { ...texts, ...ids };
    const so = { organizationId: owner, offset, minuteCount: offset + 1, heldBack: 0 };
    return { type: 'TraceFailed', data: { ...so, error } };
  });
  await append(traceErrorsStream(owner), failed);
}
