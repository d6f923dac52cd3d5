import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openFolderBlobStore } from '../../platform/blob-store/folder.ts';
import { openLmdbEventStore } from '../../platform/event-store/lmdb.ts';
import { type EventStore, RevisionConflict } from '../../platform/event-store/port.ts';
import { openBlobKeyring } from '../../platform/keyring/blob.ts';
import type { Keyring } from '../../platform/keyring/port.ts';
import { openLog } from '../../platform/log.ts';
import { openLmdbReadStore } from '../../platform/read-store/lmdb.ts';
import type { ReadStore } from '../../platform/read-store/port.ts';
import type { AssignedPartition, LogRecord } from '../../platform/topic-log/port.ts';
import { randomUuid } from '../../platform/uuid.ts';
import { type Projections, startProjections } from '../../projections/engine/run.ts';
import { envelopeOf } from '../../projections/webhooks/envelope.ts';
import { feed, feedOf } from '../../projections/webhooks/feed.ts';
import { eventId, organizationId } from '../../schemas/ids.ts';
import { signalHeaders } from '../../schemas/topics.ts';
import { errorsSignal, tracesSignal } from '../../schemas/traces/arrivals.ts';
import { webhookId, webhookStream } from '../../schemas/webhooks/ids.ts';
import { traceErrorsStream } from '../../schemas/webhooks/trace-errors.ts';
import { recordTraceErrors } from '../../services/notifier/trace-errors/record-errors.ts';
import { eventsOf } from '../support/accounts.ts';
import { everyProjection } from '../support/every-projection.ts';
import { toEvent } from '../support/given.ts';
import { noOutbound } from '../support/no-outbound.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const log = openLog({ level: 'silent', pretty: false });
const nowMs = 1_700_000_000_000;

describe('the recording of failed traces', function () {
  this.timeout(60_000);
  const [ada, eve] = [organizationId(randomUuid()), organizationId(randomUuid())];
  let folder: TemporaryFolder;
  let eventStore: EventStore;
  let readStore: ReadStore;
  let projections: Projections;
  let records: LogRecord[];
  let committed: number[];
  let keyring: Keyring;

  beforeEach(async () => {
    [records, committed] = [[], []];
    folder = await temporaryFolder();
    const blobStore = await openFolderBlobStore({ folder: join(folder.path, 'blobs') });
    keyring = openBlobKeyring({ blobStore, masterKey: randomBytes(32) });
    eventStore = await openLmdbEventStore({ folder: join(folder.path, 'events') });
    readStore = await openLmdbReadStore({ folder: join(folder.path, 'rows') });
    const started = { eventStore, readStore, projections: everyProjection, log };
    projections = await startProjections(started);
  });
  afterEach(async () => {
    await projections.stop();
    await readStore.close();
    await eventStore.close();
    await folder.remove();
  });

  const publish = (organization: string, traces: readonly string[], kind = errorsSignal): void => {
    const errors = traces.map(traceId => ({ ...texts, traceId, spanId: 's' }));
    records.push({
      partition: 3,
      offset: records.length,
      key: organization,
      headers: { [signalHeaders.kind]: kind, [signalHeaders.organization]: organization },
      value: Buffer.from(JSON.stringify({ source: 0, first: 0, last: 0, errors, more: 0 })),
      appendedAtMs: nowMs,
    });
  };
  const message = 'no account of ada@example.org';
  const texts = { service: 'a', operation: 'b', type: '', message, replayId: '' };
  const want = (organization: typeof ada, enabled = true): Promise<number> => {
    const id = webhookId(randomUuid());
    const webhook = { name: 'n', url: 'https://a.example', description: null, enabled };
    const data = {
      webhookId: id,
      organizationId: organization,
      webhook: { ...webhook, events: ['trace.error' as const] },
      secret: '' as never,
    };
    const event = {
      ...toEvent({ type: 'WebhookCreated', data }, nowMs),
      id: eventId(randomUuid()),
    };
    return eventStore.append(webhookStream(id), [event], 'any');
  };
  /** Everything that is there, by a process that begins behind what was committed, or before that. */
  const process = async (
    from = committed.at(-1) ?? 0,
    store: EventStore = eventStore,
  ): Promise<void> => {
    const ending = new AbortController();
    let empty = 0;
    const partition: AssignedPartition = {
      topic: 'signals',
      partition: 3,
      signal: ending.signal,
      committed: async () => ({ offset: from, metadata: '' }),
      read: async (offset, { recordsMax }) => {
        const found = records.slice(offset, offset + recordsMax);
        if (found.length === 0 && ++empty > 1) ending.abort();
        return found;
      },
      commit: async ({ offset }) => void committed.push(offset),
    };
    const dependencies = {
      eventStore: store,
      projections,
      keyring,
      mailer: undefined as never,
      outbound: noOutbound,
      topicLog: { append: async () => [] },
      log,
      publicUrl: () => '',
      now: () => nowMs,
      onCode: () => {},
      onAttempt: () => {},
    };
    await recordTraceErrors(dependencies, partition, ending.signal);
  };
  const reported = async (organization: typeof ada) =>
    (await eventsOf(eventStore, traceErrorsStream(organization))).map(({ data }) =>
      'error' in data && typeof data.error === 'object' ? data.error.traceId : undefined,
    );

  it('makes an event of each trace for organizations with a webhook that wants it, and rows of the feed', async () => {
    await want(ada);
    await want(eve, false);
    publish(ada, ['1', '2']);
    publish(eve, ['3']);
    publish(ada, ['9'], tracesSignal);
    publish(ada, ['2', '4']);
    await process();
    deepEqual([await reported(ada), await reported(eve)], [['1', '2', '4'], []]);
    const rows = await until('rows', async () => {
      const state = await projections.state({ signal: new AbortController().signal });
      return state.list(feed, { prefix: feedOf(ada), limit: 10 });
    });
    deepEqual(
      rows.map(({ row }) => row.event),
      ['trace.error', 'trace.error', 'trace.error'],
    );
    const [first] = rows;
    ok(first);
    const { signal } = new AbortController();
    const sent = await envelopeOf(
      first.row,
      await projections.state({ signal }),
      { projections, keyring, publicUrl: () => 'https://tide.test' },
      signal,
    );
    ok(sent !== undefined && 'error_message' in sent.data);
    equal(sent.data.error_message, message);
  });

  it('seals messages, which may name persons', async () => {
    await want(ada);
    publish(ada, ['1']);
    await process();
    const [recorded] = await eventsOf(eventStore, traceErrorsStream(ada));
    ok(recorded?.type === 'TraceFailed');
    ok(!JSON.stringify(recorded).includes('ada@example.org'));
    const { messageSealed } = recorded.data.error;
    equal(
      messageSealed && (await keyring.unseal({ kind: 'organization', id: ada }, messageSealed)),
      message,
    );
  });

  it('changes nothing when records are read or published again, after a crash at any place', async () => {
    await want(ada);
    for (let index = 0; index < 200; index++) publish(ada, [`${index % 70}`]);
    const crashing: EventStore = {
      ...eventStore,
      append: async (...append) => {
        const position = await eventStore.append(...append);
        if ((await reported(ada)).length === 40) throw new Error('killed');
        return position;
      },
    };
    await rejects(process(0, crashing), /killed/);
    await process();
    await process(0);
    publish(ada, ['7']);
    await process(150);
    const ids = await reported(ada);
    deepEqual([ids.length, new Set(ids).size], [70, 70]);
    ok(committed.includes(200));
  });

  it('reports once what two processes read that both believe they own', async () => {
    await want(ada);
    for (let index = 0; index < 5; index++) publish(ada, [`${index}`, '9']);
    let appends = 0;
    const rival: EventStore = {
      ...eventStore,
      append: async (...append) => {
        if (++appends === 3) await process(0);
        return eventStore.append(...append);
      },
    };
    await process(0, rival).catch(error => ok(error instanceof RevisionConflict, String(error)));
    deepEqual(await reported(ada), ['0', '9', '1', '2', '3', '4']);
  });
});
