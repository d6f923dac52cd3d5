import { recordsFrom } from '../../platform/consumers/records-from.ts';
import { replayBlobs } from '../../schemas/replays/chunk.ts';
import { parseSample, type SampleKind } from '../../schemas/samples/record.ts';
import { captureBlobs } from '../../schemas/snapshots/capture.ts';
import { sourceMapBlobs } from '../../schemas/source-maps/blob-name.ts';
import { topics } from '../../schemas/topics.ts';
import type { Platform } from '../../services/open.ts';

type Kind = 'replays' | 'source_maps' | 'snapshots' | 'health';

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

/** What lies of an organization in the blob store and on the topic of samples, repetitions left out. */
export async function storedBytesOf(
  { blobStore, topicLog }: Pick<Platform, 'blobStore' | 'topicLog'>,
  organization: string,
): Promise<Readonly<Record<Kind, number>>> {
  const stored = { replays: 0, source_maps: 0, snapshots: 0, health: 0 };
  for (const [folder, kind] of Object.entries(folders))
    for await (const name of blobStore.list(folder))
      if (name.includes(organization)) stored[kind] += (await blobStore.get(name))?.length ?? 0;
  const seen = new Set<string>();
  for await (const record of samples(topicLog)) {
    const sample = parseSample(record);
    const kind = sample && kinds[sample.kind];
    if (sample?.organizationId !== organization || kind === undefined || seen.has(sample.id))
      continue;
    seen.add(sample.id);
    stored[kind] += record.value.length;
  }
  return stored;
}

async function* samples(topicLog: Platform['topicLog']) {
  for (let partition = 0; partition < (await topicLog.partitions(topics.samples)); partition++) {
    const read = { recordsMax: 1_000, bytesMax: 4_000_000 };
    yield* recordsFrom(topics.samples, { partition, offset: 0 }, read, topicLog);
  }
}
