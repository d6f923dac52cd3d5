import type { BlobStore } from '../../../platform/blob-store/port.ts';
import { unlessUnavailable } from '../../../platform/errors.ts';
import type { Handler, Principal } from '../../../platform/http/handler.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { isDeletedReplay } from '../../../projections/replays/hidden-replays.ts';
import { replaySettingsOf } from '../../../projections/replays/replay-settings.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { type ReplayChunk, replayBlob } from '../../../schemas/replays/chunk.ts';
import { replayChunkId, replaySubject } from '../../../schemas/replays/ids.ts';
import { sampleRecord } from '../../../schemas/samples/record.ts';
import { topics } from '../../../schemas/topics.ts';
import { type Quotas, quotaExceeded } from '../quotas/open.ts';
import { type ChunkMetadata, chunkMetadata } from './chunk-metadata.ts';
import type { ReadContent } from './chunks.ts';
import { maskedMetadata } from './masking/metadata.ts';
import { maskingOf } from './masking/rules.ts';
import { isSampled } from './sampling.ts';

type ChunkDependencies = {
  readonly blobStore: Pick<BlobStore, 'putIfAbsent'>;
  readonly topicLog: Pick<TopicLog, 'append'>;
  readonly readContent: ReadContent;
  readonly quotas: Quotas;
  readonly keyring: Pick<Keyring, 'macOf'>;
  readonly projections: Pick<Projections, 'barrier' | 'get'>;
};

/**
 * POST /api/replays/:session_id/chunks: 200 once the content is in the blob store and then its sample on the log, or once it is
 * known that the session is not one of those that are kept. What the organization wants masked is masked before either. A content
 * without a sample is harmless: nothing names it, a retry finds it there, and it is deleted with those of its day. Recordings are
 * taken also while the event store is away: then the settings and deletions count that are known.
 */
export const uploadReplayChunk =
  (dependencies: ChunkDependencies): Handler<'uploadReplayChunk'> =>
  async ({ key, params, headers, query, body, receivedAtMs, signal }) => {
    const { readContent, quotas, projections, keyring } = dependencies;
    expectQuota(quotas.over(key, receivedAtMs));
    const { organizationId } = key;
    const metadata = chunkMetadata({ headers, query });
    const { statedBytes } = metadata;
    const session = params.session_id;
    const subject = replaySubject(organizationId, session);
    await projections.barrier(signal).catch(unlessUnavailable);
    const settings = replaySettingsOf(organizationId, projections);
    const answer = (sizeBytes: number, became: Became) =>
      answerOf(session, metadata.segment, sizeBytes, became);
    if (!isSampled(subject, settings.samplePercent))
      return answer(statedBytes ?? body.bytes.length, notStored);
    const rules = maskingOf(settings);
    const read = await readContent(
      { bytes: body.bytes, statedBytes, masking: rules },
      { owner: organizationId, signal },
    );
    // Reading may take longer than the monitor waits for what was on its way when a session was deleted.
    if (isDeletedReplay(organizationId, subject, projections))
      return answer(read.content.sizeBytes, notStored);
    const masking = { rules, settings, organizationId, keyring };
    const sent = { session, subject, ...(await maskedMetadata(metadata, masking)) };
    const isNew = await store({ key, receivedAtMs, sent, read }, dependencies);
    return answer(read.content.sizeBytes, { duplicate: !isNew });
  };

type Received = {
  readonly key: Principal;
  readonly receivedAtMs: number;
  readonly sent: Omit<ChunkMetadata, 'statedBytes'> & {
    readonly session: string;
    readonly subject: string;
  };
  readonly read: Awaited<ReturnType<ReadContent>>;
};

/** False: it was there already. Throws without room for it. */
async function store(
  { key, receivedAtMs, sent: { subject, ...sent }, read: { content, bytes } }: Received,
  { blobStore, topicLog, quotas }: ChunkDependencies,
): Promise<boolean> {
  const { organizationId } = key;
  const { kind: _, masked, ...known } = content;
  const stored = masked ?? { bytes, sizeBytes: known.sizeBytes };
  const blob = replayBlob({ ...sent, ...known, organizationId, subject }, receivedAtMs);
  const detail: ReplayChunk = { blob, ...sent, ...known, sizeBytes: stored.sizeBytes };
  const id = replayChunkId(subject, sent.segment, known.hash);
  const sample = { kind: 'replay', organizationId, subject, id, atMs: receivedAtMs } as const;
  const storedBytes = stored.bytes.length;
  const record = sampleRecord({ ...sample, outcome: 'passed', detail, storedBytes });
  let isNew = false;
  const amount = { key, bytes: storedBytes + record.value.length, receivedAtMs };
  const reason = await quotas.store(amount, async () => {
    isNew = await blobStore.putIfAbsent(blob, stored.bytes);
    await topicLog.append(topics.samples, [record]);
    return isNew;
  });
  expectQuota(reason);
  return isNew;
}

type Became = Pick<ResponseOf<'uploadReplayChunk'>, 'duplicate' | 'stored'>;

const notStored: Became = { duplicate: false, stored: false };

const answerOf = (session: string, segment: number, sizeBytes: number, became: Became) => ({
  status: 200,
  body: {
    success: true as const,
    session_id: session,
    segment_id: segment,
    size_bytes: sizeBytes,
    ...became,
  },
});

/** Recorders give up after 413 alone; they try everything else again, though it is of no use. */
function expectQuota(reason: string | undefined): void {
  if (reason !== undefined) throw quotaExceeded(413, reason);
}
