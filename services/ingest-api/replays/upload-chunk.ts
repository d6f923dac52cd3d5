import type { BlobStore } from '../../../platform/blob-store/port.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import { type ReplayChunk, replayBlob } from '../../../schemas/replays/chunk.ts';
import { replayChunkId, replaySubject } from '../../../schemas/replays/ids.ts';
import { sampleRecord } from '../../../schemas/samples/record.ts';
import { topics } from '../../../schemas/topics.ts';
import { type Quotas, quotaExceeded } from '../quotas/open.ts';
import { chunkMetadata } from './chunk-metadata.ts';
import type { ReadContent } from './chunks.ts';
import type { IsDeletedReplay } from './is-deleted.ts';

type ChunkDependencies = {
  readonly blobStore: Pick<BlobStore, 'putIfAbsent'>;
  readonly topicLog: Pick<TopicLog, 'append'>;
  readonly readContent: ReadContent;
  readonly quotas: Quotas;
  readonly isDeleted: IsDeletedReplay;
};

/**
 * POST /api/replays/:session_id/chunks: 200 once the content is in the blob store and then its sample on the log. A content
 * without a sample is harmless: nothing names it, a retry finds it there, and it is deleted with those of its day.
 */
export const uploadReplayChunk =
  ({
    blobStore,
    topicLog,
    readContent,
    quotas,
    isDeleted,
  }: ChunkDependencies): Handler<'uploadReplayChunk'> =>
  async ({ key, params, headers, query, body, receivedAtMs, signal }) => {
    expectQuota(quotas.over(key, receivedAtMs));
    const { organizationId } = key;
    const { statedBytes, ...sent } = chunkMetadata({ headers, query });
    const { content, bytes } = await readContent(
      { bytes: body.bytes, statedBytes },
      { owner: organizationId, signal },
    );
    const { kind: _, ...known } = content;
    const session = params.session_id;
    const subject = replaySubject(organizationId, session);
    const blob = replayBlob({ ...sent, ...known, organizationId, subject }, receivedAtMs);
    const detail: ReplayChunk = { session, blob, ...sent, ...known };
    const id = replayChunkId(subject, sent.segment, known.hash);
    const sample = { kind: 'replay', organizationId, subject, id, atMs: receivedAtMs } as const;
    const storedBytes = bytes.length;
    const record = sampleRecord({ ...sample, outcome: 'passed', detail, storedBytes });
    let isNew = true;
    const answer = () => ({
      status: 200,
      body: {
        success: true as const,
        session_id: session,
        segment_id: sent.segment,
        size_bytes: known.sizeBytes,
        duplicate: !isNew,
      },
    });
    // Recorders try anything else again.
    if (await isDeleted(organizationId, subject, signal)) return answer();
    const amount = { key, bytes: storedBytes + record.value.length, receivedAtMs };
    const reason = await quotas.store(amount, async () => {
      isNew = await blobStore.putIfAbsent(blob, bytes);
      await topicLog.append(topics.samples, [record]);
      return isNew;
    });
    expectQuota(reason);
    return answer();
  };

/** Recorders give up after 413 alone; they try everything else again, though it is of no use. */
function expectQuota(reason: string | undefined): void {
  if (reason !== undefined) throw quotaExceeded(413, reason);
}
