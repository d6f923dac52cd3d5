import { deepEqual } from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { HttpRequest } from '../../platform/http/handler.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import { deletedReplayKey, deletedReplays } from '../../projections/replays/deleted-replays.ts';
import { organizationId } from '../../schemas/ids.ts';
import { replaySubject } from '../../schemas/replays/ids.ts';
import { readChunk } from '../../services/ingest-api/replays/read-chunk.ts';
import { uploadReplayChunk } from '../../services/ingest-api/replays/upload-chunk.ts';
import { withoutQuotas } from '../support/quotas.ts';
import { recordedEvents } from '../support/replays.ts';

const organization = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const session = 'a'.repeat(32);
const deletedKey = deletedReplayKey(organization, replaySubject(organization, session));

/** Uploads a chunk; `deletedWhen`: the session is deleted then. Gives what was stored, and the response. */
async function uploaded(deletedWhen: 'before' | 'while read' | 'never') {
  let isDeleted = deletedWhen === 'before';
  const stored: string[] = [];
  const upload = uploadReplayChunk({
    projections: {
      barrier: async () => undefined,
      get: (({ name }: Projection, key: string) =>
        isDeleted && name === deletedReplays.name && key === deletedKey ? {} : undefined) as never,
    },
    quotas: withoutQuotas,
    keyring: { macOf: async () => Buffer.alloc(32) },
    readContent: async sent => {
      const content = readChunk(sent);
      if (content.kind !== 'chunk') throw new Error(content.message);
      isDeleted ||= deletedWhen === 'while read';
      return { content, bytes: sent.bytes };
    },
    blobStore: { putIfAbsent: async () => stored.push('content') > 0 },
    topicLog: {
      append: async () => {
        stored.push('sample');
        return [];
      },
    },
  });
  const { status, body } = await upload({
    receivedAtMs: 0,
    params: { session_id: session },
    query: { segment_id: '0' },
    headers: {},
    body: { bytes: gzipSync(JSON.stringify(recordedEvents(1_000))) },
    key: { organizationId: organization },
    signal: new AbortController().signal,
  } as unknown as HttpRequest<'uploadReplayChunk'>);
  return { stored, status, isSaid: (body as { stored?: boolean }).stored };
}

describe('a chunk of a recorded session', () => {
  it('is stored before it is answered', async () => {
    deepEqual(await uploaded('never'), {
      stored: ['content', 'sample'],
      status: 200,
      isSaid: undefined,
    });
  });

  for (const when of ['before', 'while read'] as const)
    it(`is answered and not stored when its session was deleted: ${when}`, async () => {
      deepEqual(await uploaded(when), { stored: [], status: 200, isSaid: false });
    });
});
