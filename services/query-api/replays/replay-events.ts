import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { BlobStore } from '../../../platform/blob-store/port.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest, notFound } from '../../../platform/http/problem.ts';
import { jsonStart } from '../../../platform/json-start.ts';
import { type ReplayReads, readChunks, type StoredChunk } from './chunk-rows.ts';
import { replayReadLimits as limits } from './config.ts';
import { unknownReplay } from './get-replay.ts';

type EventDependencies = ReplayReads & {
  readonly blobStore: Pick<BlobStore, 'get'>;
};

const inflate = promisify(gunzip);

/** GET /api/replays/:session_id/events: the events of one segment, which the upload has looked at and masked. */
export const replayEvents =
  ({ blobStore, ...reads }: EventDependencies): Handler<'replayEvents'> =>
  async ({ key: { organizationId }, params: { session_id: session }, query, signal }) => {
    const chunks = await readChunks(organizationId, session, { ...reads, signal });
    const at = placeOf(chunks, query.cursor);
    const chunk = chunks[at];
    if (chunk === undefined) throw unknownReplay(session);
    const content = await blobStore.get(chunk.blob);
    if (content === undefined) throw notFound('the events of this segment are not kept any more');
    const inflated = await inflate(content, { maxOutputLength: limits.chunkBytesMax });
    const events = inflated.subarray(jsonStart(inflated));
    const head = {
      session_id: session,
      segment_id: chunk.segment,
      next_cursor: chunks[at + 1]?.id ?? null,
    };
    const begin = `${JSON.stringify(head).slice(0, -1)},"events":`;
    return { status: 200, body: Buffer.concat([Buffer.from(begin), events, Buffer.from('}')]) };
  };

/** A cursor is the id of the segment that comes next. */
function placeOf(chunks: readonly StoredChunk[], cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const at = chunks.findIndex(({ id }) => id === cursor);
  if (at >= 0 || chunks.length === 0) return at;
  throw invalidRequest('expected cursor to be the next_cursor of a former page');
}
