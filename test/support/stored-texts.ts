import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordsFrom } from '../../platform/consumers/records-from.ts';
import { captureBlobs } from '../../schemas/snapshots/capture.ts';
import { topics } from '../../schemas/topics.ts';
import type { Platform } from '../../services/open.ts';

type Ports = Pick<Platform, 'topicLog' | 'eventStore' | 'blobStore' | 'warehouse'>;

/** Everything that is kept of captures, as it is read: what lies compressed in files is inflated. */
export async function* storedTexts(
  ports: Ports,
): AsyncIterable<readonly [where: string, text: string]> {
  for (const read of [records, events, blobs, rows]) yield* read(ports);
}

async function* records({ topicLog }: Ports): AsyncIterable<readonly [string, string]> {
  const limits = { recordsMax: 1_000, bytesMax: 4_000_000 };
  for (const topic of [topics.samples, topics.commands])
    for (let partition = 0; partition < (await topicLog.partitions(topic)); partition++)
      for await (const { key, headers, value } of recordsFrom(
        topic,
        { partition, offset: 0 },
        limits,
        topicLog,
      ))
        yield [`topic ${topic}`, JSON.stringify([key, headers, Buffer.from(value).toString()])];
}

async function* events({ eventStore }: Ports): AsyncIterable<readonly [string, string]> {
  const head = await eventStore.head();
  const subscription = { after: -1, signal: new AbortController().signal };
  for await (const batch of eventStore.subscribe(subscription)) {
    for (const event of batch.events) yield ['event', JSON.stringify(event)];
    if (batch.position >= head) break;
  }
}

async function* blobs({ blobStore }: Ports): AsyncIterable<readonly [string, string]> {
  for await (const name of blobStore.list(captureBlobs))
    yield [name, Buffer.from((await blobStore.get(name)) ?? []).toString()];
}

async function* rows({ warehouse }: Ports): AsyncIterable<readonly [string, string]> {
  for (const row of await warehouse.query<object>(
    "SELECT * FROM samples WHERE samples.kind = 'capture'",
    {},
  ))
    yield ['table samples', JSON.stringify(row)];
}

/** Every file of a folder as it lies there, with logs. A file may end while it is looked for. */
export async function* filesIn(
  folder: string,
): AsyncIterable<readonly [name: string, bytes: Buffer]> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const name = join(entry.parentPath, entry.name);
    const bytes = await readFile(name).catch(() => undefined);
    if (bytes !== undefined) yield [name, bytes];
  }
}
