import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { zstd } from '../../platform/compression/zstd.ts';
import { openLmdbTopicLog } from '../../platform/topic-log/lmdb.ts';
import type { NewRecord, TopicLog } from '../../platform/topic-log/port.ts';
import { randomUuid } from '../../platform/uuid.ts';
import { hourMs } from '../../schemas/durations.ts';
import { limits } from '../../services/ingest-api/config.ts';
import { type JsonTraces, protobufBody } from '../support/otlp.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { newRound, openPayload, spansPerBody as spansPerPayload } from './payload.ts';
import { openSeeded } from './seeded.ts';

// What a span takes on the disk of the embedded log, by spans a body and senders at once. The first half of the records takes
// the pages that every log reserves, which would make a short run look larger than its records, or smaller.
const { values } = parseArgs({
  options: {
    spans: { type: 'string', default: '100000' },
    sizes: { type: 'string', default: '1,10,50,512' },
    senders: { type: 'string', default: '6,64' },
  },
});
const blockBytes = 512;
const topic = 'spans';
const random = openSeeded('log-disk');

async function measure(size: number, senders: number): Promise<void> {
  const records = recordsOf(size, Number(values.spans));
  const spans = Math.ceil(records.length / 2) * size;
  const folder = await temporaryFolder();
  const log = await openLmdbTopicLog({ folder: folder.path });
  await log.createTopics([{ topic, partitions: 16, retentionMs: hourMs }]);
  const half = Math.floor(records.length / 2);
  await appendAll(log, records.slice(0, half), senders);
  const [bytesBefore, before] = [await diskBytes(folder.path), process.cpuUsage()];
  await appendAll(log, records.slice(half), senders);
  const { user, system } = process.cpuUsage(before);
  const bytes = (await diskBytes(folder.path)) - bytesBefore;
  await log.close();
  await folder.remove();
  const bodyBytes = records.slice(half).reduce((sum, { value }) => sum + value.length, 0);
  process.stdout.write(
    `${size} spans a body, ${senders} senders: ${(bytes / spans).toFixed(1)} bytes a span on disk, ${(bodyBytes / spans).toFixed(1)} in bodies, ${((user + system) / spans).toFixed(2)} µs a span\n`,
  );
}

/** As ingest-api appends them. */
function recordsOf(size: number, spans: number): readonly NewRecord[] {
  const payload = openPayload(0, random, 'json');
  const records: NewRecord[] = [];
  while (records.length * size < spans) {
    payload.renew(newRound(random), Date.now());
    const traces: JsonTraces = JSON.parse(payload.bytes.toString());
    for (let first = 0; first + size <= spansPerPayload; first += size)
      records.push(recordOf(bodyOf(traces, first, size)));
  }
  return records;
}

function bodyOf({ resourceSpans: [all] }: JsonTraces, first: number, size: number): Buffer {
  const [scope] = all?.scopeSpans ?? [];
  const spans = scope?.spans.slice(first, first + size);
  return protobufBody({ resourceSpans: [{ ...all, scopeSpans: [{ ...scope, spans }] }] });
}

function recordOf(body: Buffer): NewRecord {
  const isShort = body.length < limits.compressedBytesMin;
  return {
    key: randomUuid(),
    value: isShort ? body : Buffer.from(zstd().compress(body)),
    headers: {
      organization: randomUuid(),
      format: 'protobuf',
      received: `${Date.now()}`,
      ...(!isShort && { codec: 'zstd' }),
    },
  };
}

async function appendAll(
  log: TopicLog,
  records: readonly NewRecord[],
  senders: number,
): Promise<void> {
  const waiting = records.values();
  const sendAll = async (): Promise<void> => {
    for (const record of waiting) await log.append(topic, [record]);
  };
  await Promise.all(Array.from({ length: senders }, sendAll));
}

const diskBytes = async (folder: string): Promise<number> =>
  (await stat(`${folder}/data.mdb`)).blocks * blockBytes;

for (const size of values.sizes.split(',').map(Number))
  for (const senders of values.senders.split(',').map(Number)) await measure(size, senders);
