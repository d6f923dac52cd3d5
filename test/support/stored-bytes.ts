import { recordsFrom } from '../../platform/consumers/records-from.ts';
import type { DomainEvent } from '../../schemas/events/event.ts';
import { replayBlobs } from '../../schemas/replays/chunk.ts';
import { parseSample, type SampleKind } from '../../schemas/samples/record.ts';
import { captureBlobs } from '../../schemas/snapshots/capture.ts';
import { sourceMapBlobs } from '../../schemas/source-maps/blob-name.ts';
import { topics } from '../../schemas/topics.ts';
import type { Platform } from '../../services/open.ts';

type Kind = 'replays' | 'source_maps' | 'snapshots' | 'health' | 'changes';

const folders: Readonly<Record<string, Kind>> = {
  [replayBlobs]: 'replays',
  [sourceMapBlobs]: 'source_maps',
  [captureBlobs]: 'snapshots',
};

const kinds: Readonly<Partial<Record<SampleKind, Kind>>> = {
  replay: 'replays',
  source_map: 'source_maps',
  capture: 'snapshots',
  heartbeat: 'health',
};

type Ports = Pick<Platform, 'blobStore' | 'topicLog' | 'eventStore'>;

/**
 * What lies of an organization in the blob store, on the topic of samples, repetitions left out, and in events that its
 * keys caused.
 */
export async function storedBytesOf(
  ports: Ports,
  organization: string,
): Promise<Readonly<Record<Kind, number>>> {
  const stored = { replays: 0, source_maps: 0, snapshots: 0, health: 0, changes: 0 };
  for (const find of [contents, records, changes])
    for await (const [kind, bytes] of find(ports, organization)) stored[kind] += bytes;
  return stored;
}

type Found = AsyncIterable<readonly [Kind, number]>;

async function* contents({ blobStore }: Ports, organization: string): Found {
  for (const [folder, kind] of Object.entries(folders))
    for await (const name of blobStore.list(folder))
      if (name.includes(organization)) yield [kind, (await blobStore.get(name))?.length ?? 0];
}

async function* records({ topicLog }: Ports, organization: string): Found {
  const seen = new Set<string>();
  for await (const record of samples(topicLog)) {
    const sample = parseSample(record);
    if (sample?.organizationId !== organization || seen.has(sample.id)) continue;
    seen.add(sample.id);
    const kind = kinds[sample.kind];
    if (kind !== undefined) yield [kind, record.value.length];
  }
}

async function* changes({ eventStore }: Ports, organization: string): Found {
  for (const { organizationId, actor, data } of await eventsSoFar(eventStore))
    if (organizationId === organization && actor.startsWith('key:'))
      yield ['changes', Buffer.byteLength(JSON.stringify(data))];
}

async function eventsSoFar(eventStore: Platform['eventStore']): Promise<readonly DomainEvent[]> {
  const events: DomainEvent[] = [];
  const head = await eventStore.head();
  const subscription = { after: -1, signal: new AbortController().signal };
  for await (const batch of eventStore.subscribe(subscription)) {
    events.push(...batch.events.map(({ event }) => event));
    if (batch.position >= head) break;
  }
  return events;
}

async function* samples(topicLog: Platform['topicLog']) {
  for (let partition = 0; partition < (await topicLog.partitions(topics.samples)); partition++) {
    const read = { recordsMax: 1_000, bytesMax: 4_000_000 };
    yield* recordsFrom(topics.samples, { partition, offset: 0 }, read, topicLog);
  }
}
