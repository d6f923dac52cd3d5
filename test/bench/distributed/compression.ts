import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderBlobStore } from '../../../platform/blob-store/folder.ts';
import { inflate } from '../../../platform/compression/codecs.ts';
import { inflatedBodyBytesMax } from '../../../platform/compression/limits.ts';
import type { Running } from '../../../platform/lifecycle.ts';
import { openLog } from '../../../platform/log.ts';
import type { BatchCompression } from '../../../platform/topic-log/kafka/compression.ts';
import { kafkaLimits } from '../../../platform/topic-log/kafka/limits.ts';
import { openKafkaTopicLog } from '../../../platform/topic-log/kafka.ts';
import type { AssignedPartition, TopicLog } from '../../../platform/topic-log/port.ts';
import { randomUuid } from '../../../platform/uuid.ts';
import { telemetryHeaders } from '../../../schemas/topics.ts';
import { limits } from '../../../services/ingest-api/config.ts';
import { exportOtlp } from '../../../services/ingest-api/telemetry/otlp.ts';
import type { BodyCompression } from '../../../services/ingest-api/validate/kept-body.ts';
import { createOtlpValidator } from '../../../services/ingest-api/validate/open.ts';
import { type RequestRecord, readRequest } from '../../../services/processor/gather/request.ts';
import type { OwnBroker } from '../../support/kafka-broker.ts';
import { logBytes } from '../../support/kafka-log-bytes.ts';
import { type JsonTraces, protobufBody } from '../../support/otlp.ts';
import { withoutQuotas } from '../../support/quotas.ts';
import { newRound, openPayload, spansPerBody as spansPerPayload } from '../payload.ts';
import { cpuSeconds } from '../process.ts';
import { openSeeded } from '../seeded.ts';

export type Way = {
  readonly name: string;
  readonly batches: BatchCompression;
  readonly bodies: BodyCompression | undefined;
};

const alone = { codec: 'zstd', bytesMin: limits.compressedBytesMin } as const;

export const ways: readonly Way[] = [
  { name: 'nothing compressed', batches: 'none', bodies: undefined },
  { name: 'bodies', batches: 'none', bodies: alone },
  { name: 'batches', batches: 'zstd', bodies: undefined },
  { name: 'bodies and batches', batches: 'zstd', bodies: alone },
];

/** A span. */
export type Figures = {
  readonly diskBytes: number;
  readonly writeMicros: number;
  readonly readMicros: number;
  /** For writing and reading. */
  readonly brokerMicros: number;
};

type Load = {
  readonly spansPerBody: number;
  readonly spans: number;
  readonly senders: number;
  readonly round: number;
};

/** These bodies are far below those that lie there. */
const blobStore = await openFolderBlobStore({ folder: join(tmpdir(), 'tidemark-bench-bodies') });
const partitions = 16;
const readLimits = { recordsMax: 10_000, bytesMax: kafkaLimits.bufferBytesMax, waitMs: 1_000 };

/** Bodies from the door to the broker's disk and back to what is decoded. */
export async function measureWay(broker: OwnBroker, way: Way, load: Load): Promise<Figures> {
  const { brokers } = broker;
  const { spansPerBody, round } = load;
  const topic = `${way.name.replaceAll(' ', '-')}-${spansPerBody}-${round}`;
  const log = openLog({ level: 'error', pretty: false });
  const topicLog = await openKafkaTopicLog({ brokers, log, compression: way.batches });
  await topicLog.createTopics([{ topic, partitions, retentionMs: 3_600_000 }]);
  const bodies = bodiesOf(load);
  await openDoor(topicLog, way, topic)(bodies[0] ?? Buffer.alloc(0));
  const brokerBefore = cpuSeconds(broker.pid() ?? 0);
  const writeSeconds = await cpuOf(() => send(bodies, load, openDoor(topicLog, way, topic)));
  const readSeconds = await cpuOf(() => readAll(topicLog, topic, bodies.length + 1));
  const brokerSeconds = cpuSeconds(broker.pid() ?? 0) - brokerBefore;
  await topicLog.close();
  const spans = bodies.length * spansPerBody;
  return {
    diskBytes: (await logBytes(broker.logFolder, topic)) / (spans + spansPerBody),
    writeMicros: (writeSeconds * 1e6) / spans,
    readMicros: (readSeconds * 1e6) / spans,
    brokerMicros: (brokerSeconds * 1e6) / spans,
  };
}

/** Of this process. */
async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** As many spans in bodies of this length, in the order in which their traces were. */
function bodiesOf({ spansPerBody, spans, round }: Load): readonly Buffer[] {
  const random = openSeeded(`compression-${round}`);
  const payload = openPayload(0, random, 'json');
  const bodies: Buffer[] = [];
  while (bodies.length * spansPerBody < spans) {
    payload.renew(newRound(random), Date.now());
    bodies.push(...parts(JSON.parse(payload.bytes.toString()), spansPerBody));
  }
  return bodies;
}

function parts({ resourceSpans: [all] }: JsonTraces, spansPerBody: number): Buffer[] {
  const [scope] = all?.scopeSpans ?? [];
  const count = Math.floor(spansPerPayload / spansPerBody);
  return Array.from({ length: count }, (_, index) => {
    const spans = scope?.spans.slice(index * spansPerBody, (index + 1) * spansPerBody);
    return protobufBody({ resourceSpans: [{ ...all, scopeSpans: [{ ...scope, spans }] }] });
  });
}

type Door = (body: Buffer) => Promise<unknown>;

function openDoor(topicLog: TopicLog, { bodies: compression }: Way, topic: string): Door {
  const handle = exportOtlp({
    signal: 'traces',
    topic,
    countHeader: telemetryHeaders.spans,
    partitionKey: ({ hash }) => hash,
    answer: () => new Uint8Array(),
  })({
    topicLog,
    blobStore,
    examine: createOtlpValidator(),
    compression,
    quotas: withoutQuotas,
    positions: { write: async () => '' },
    appended: () => undefined,
    count: () => undefined,
    unnamed: () => undefined,
  });
  const key = { organizationId: randomUuid(), keyId: randomUuid() };
  return async bytes =>
    handle({
      key,
      body: { format: 'protobuf', bytes, bodyBytes: bytes.length },
      headers: { 'user-agent': 'OTel-OTLP-Exporter-JavaScript/0.218.0' },
      receivedAtMs: Date.now(),
    } as never);
}

async function send(bodies: readonly Buffer[], { senders }: Load, door: Door): Promise<void> {
  const left = bodies.values();
  const one = async (): Promise<void> => {
    for (const body of left) await door(body);
  };
  await Promise.all(Array.from({ length: senders }, one));
}

async function readAll(topicLog: TopicLog, topic: string, records: number): Promise<void> {
  let read = 0;
  let running: Running | undefined;
  await new Promise<void>((resolve, reject) => {
    const run = async (partition: AssignedPartition): Promise<void> => {
      for (let offset = 0; !partition.signal.aborted; ) {
        const found = await partition.read(offset, readLimits);
        for (const record of found) bodyOf(await readRequest(record, { blobStore }));
        offset += found.length;
        read += found.length;
        if (read >= records) resolve();
      }
    };
    const joining = topicLog.consume({ group: topic, topic, onFailed: reject, run });
    joining.then(joined => {
      running = joined;
    }, reject);
  });
  await running?.stop();
}

/** As the processor does before it decodes. */
function bodyOf({ body, codec, bodyBytes }: RequestRecord): Uint8Array {
  if (codec === undefined) return body;
  return inflate({ codec, frame: body, inflatedBytes: bodyBytes }, inflatedBodyBytesMax);
}
