import { deepEqual, ok } from 'node:assert/strict';
import { Kafka, logLevel } from 'kafkajs';
import { openFolderBlobStore } from '../../platform/blob-store/folder.ts';
import { openMetrics } from '../../platform/metrics/registry.ts';
import { openKafkaTopicLog } from '../../platform/topic-log/kafka.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import { randomUuid } from '../../platform/uuid.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { consumers, deadLetterTopic, topics } from '../../schemas/topics.ts';
import { batchTableNames } from '../../services/processor/core/tables.ts';
import { startProcessor } from '../../services/processor/service.ts';
import { openCounts } from '../support/counts.ts';
import { ownBrokerOrSkip } from '../support/kafka.ts';
import type { OwnBroker } from '../support/kafka-broker.ts';
import { body, nanosOf, span, traces } from '../support/otlp.ts';
import { quiet, spansRecord } from '../support/processing.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { testWarehouse } from '../support/warehouse.ts';

const names = [
  topics.spans,
  topics.metrics,
  topics.windows,
  topics.traceArrivals,
  topics.samples,
  deadLetterTopic(topics.spans),
  deadLetterTopic(topics.metrics),
  deadLetterTopic(topics.samples),
];
/** Members of a group wait for one another, the longer the busier the machine is. */
const catchUpMsMax = 180_000;

const id = (digits: number): string => randomUuid().replaceAll('-', '').slice(0, digits);

describe('processors of one group on Kafka', function () {
  this.timeout(300_000);
  const opened: TopicLog[] = [];
  let broker: OwnBroker;
  let folder: TemporaryFolder;
  let warehouse: Warehouse;

  before(async function () {
    broker = await ownBrokerOrSkip(this);
    folder = await temporaryFolder();
    warehouse = await testWarehouse();
    // The topics are new, so the markers of an earlier log must not tell where it ended.
    for (const table of batchTableNames) await warehouse.command(`TRUNCATE TABLE ${table}`);
  });
  after(async () => {
    for (const log of opened) await log.close();
    if (broker !== undefined) await forget(broker.brokers);
    await folder?.remove();
  });

  const open = async (): Promise<TopicLog> => {
    // In turns, as while processes are configured anew.
    const compression = opened.length % 2 === 0 ? 'none' : 'zstd';
    const log = await openKafkaTopicLog({ brokers: broker.brokers, compression, log: quiet });
    opened.push(log);
    return log;
  };
  const start = async () => {
    const halts: string[] = [];
    const blobStore = await openFolderBlobStore({ folder: folder.path });
    const processor = await startProcessor({
      topicLog: await open(),
      warehouse,
      blobStore,
      clock: Date.now,
      log: quiet,
      metrics: openMetrics(),
      topicsKeptMs: 86_400_000,
      resentWithinMs: 86_400_000,
      // So little that batches are often full, and the next is formed while one is inserted.
      batchMemoryBytes: 64 * 1024,
      halted: sentence => halts.push(sentence),
    });
    return { ...processor, halts };
  };

  it('count every span once while partitions move between them and records of both formats flow', async () => {
    const organization = randomUuid();
    const log = await open();
    await log.createTopics(names.map(topic => ({ topic, partitions: 4, retentionMs: 86_400_000 })));
    const sending = startSending([log, await open()], organization);
    const behind = async (): Promise<number> =>
      (await log.lag(consumers.spans.group, topics.spans)).reduce(
        (sum, { committed, end }) => sum + end - committed,
        0,
      );
    const sentMore = (count: number) => {
      const wanted = sending.sent() + count;
      return until(`${count} more requests`, () => sending.sent() >= wanted);
    };
    const written = (count: number) =>
      until(`${count} requests written`, async () => {
        const { requests } = await counts(warehouse, organization);
        return requests >= count;
      });
    const first = await start();
    await written(30);
    const second = await start();
    await sentMore(60);
    await written(sending.sent());
    await first.stop();
    await sentMore(60);
    const third = await start();
    await sentMore(60);
    const sent = await sending.stop();
    await until('the processors to catch up', async () => (await behind()) === 0, catchUpMsMax);
    await second.stop();
    await third.stop();
    deepEqual([...first.halts, ...second.halts, ...third.halts], []);
    const spans = sent * spansEach;
    ok(sent > 200);
    deepEqual(await counts(warehouse, organization), {
      spans,
      windows: spans,
      hours: spans,
      traces: spans,
      requests: sent,
    });
    deepEqual(await doubled(warehouse), []);
  });
});

const spansEach = 3;

/** Sends a request every few milliseconds until stopped, to one log after the other. */
function startSending(logs: readonly TopicLog[], organization: string) {
  const state = { sent: 0, stopped: false };
  const send = async (): Promise<void> => {
    while (!state.stopped) {
      const receivedAtMs = Date.now();
      const bytes = request(receivedAtMs);
      const record = spansRecord(organization, bytes, { receivedAtMs, spans: spansEach });
      await logs[state.sent % logs.length]?.append(topics.spans, [record]);
      state.sent++;
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  };
  const sending = send();
  return {
    sent: () => state.sent,
    stop: async (): Promise<number> => {
      state.stopped = true;
      await sending;
      return state.sent;
    },
  };
}

function request(nowMs: number): Buffer {
  const trace = id(32);
  const spans = Array.from({ length: spansEach }, () =>
    span({
      traceId: trace,
      spanId: id(16),
      startTimeUnixNano: nanosOf(nowMs - 20),
      endTimeUnixNano: nanosOf(nowMs),
    }),
  );
  return body(traces(spans, 'checkout'), 'protobuf');
}

async function counts(warehouse: Warehouse, organization: string) {
  const count = openCounts(warehouse, organization);
  return {
    spans: await count('count()) AS n FROM spans'),
    windows: await count('sum(n)) AS n FROM windows'),
    hours: await count('sum(n)) AS n FROM windows_1h'),
    traces: await count('sum(spans)) AS n FROM traces'),
    requests: await count('count()) AS n FROM requests'),
  };
}

/** Batches whose windows are there more than once. */
const doubled = (warehouse: Warehouse): Promise<readonly unknown[]> =>
  warehouse.query(
    `SELECT batch, toString(sum(n)) AS copies FROM windows WHERE organization = {nil:UUID}
     GROUP BY batch, time HAVING sum(n) > 1`,
    { nil: '00000000-0000-0000-0000-000000000000' },
  );

/** The names of the topics are fixed, and another suite on this broker wants them empty. */
async function forget(brokers: readonly string[]): Promise<void> {
  const admin = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  await admin.deleteTopics({ topics: names });
  await admin.deleteGroups([consumers.spans.group]);
  await admin.disconnect();
}
