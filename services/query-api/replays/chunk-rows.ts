import type { Keyring } from '../../../platform/keyring/port.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import {
  type HiddenReplays,
  readHiddenReplays,
} from '../../../projections/replays/hidden-replays.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { ReplayChunk } from '../../../schemas/replays/chunk.ts';
import type { ChunkFindings } from '../../../schemas/replays/findings.ts';
import { replaySubject } from '../../../schemas/replays/ids.ts';
import type { QueryShared } from '../shared.ts';
import { readRows } from '../windows/window-metrics.ts';
import { replayReadLimits as limits } from './config.ts';
import { keptSinceMs } from './kept-since.ts';

export type Reading = {
  readonly warehouse: OrganizationReads;
  readonly signal: AbortSignal;
};

export type ReplayReads = Pick<
  QueryShared,
  'clock' | 'configuration' | 'projections' | 'warehouse'
> & {
  readonly keyring: Pick<Keyring, 'unseal' | 'macOf'>;
};

/** Without what was found in it, of which there may be a lot. */
export type StoredChunk = Omit<ReplayChunk, 'hash' | keyof ChunkFindings> & {
  readonly id: string;
  readonly receivedAtMs: number;
};

/** The chunks of a session in the order of what they show; none of one that is deleted. A chunk that was sent twice counts once. */
export async function readChunks(
  organizationId: OrganizationId,
  session: string,
  { projections, keyring, ...reading }: ReplayReads & Reading,
): Promise<readonly StoredChunk[]> {
  const subject = replaySubject(organizationId, session);
  const state = await projections.state({ signal: reading.signal });
  const hidden = await readHiddenReplays(organizationId, state, keyring);
  if (hidden.isDeleted(subject)) return [];
  const since = keptSinceMs(organizationId, state, reading);
  const parameters = { organization: organizationId, subject, since };
  const rows = await readRows<ChunkRow>({ sql, parameters }, reading, {
    resultBytesMax: limits.resultBytesMax,
  });
  const chunks = rows.map(storedChunk);
  return chunks.some(chunk => isOfDeletedUser(chunk, hidden)) ? [] : chunks.sort(byTime);
}

const isOfDeletedUser = (
  { userId, receivedAtMs }: StoredChunk,
  { users }: Pick<HiddenReplays, 'users'>,
): boolean => users.some(user => user.userId === userId && receivedAtMs <= user.untilMs);

const sql = `SELECT toString(sample) AS id, toString(toUnixTimestamp64Milli(time)) AS received,
    toJSONString(JSONExtract(detail, 'Tuple(session String, segment UInt32, blob String, sizeBytes UInt32, events UInt32,
      firstMs Float64, lastMs Float64, type String, url String, userId String, userAgent String, clicks UInt32, keypresses UInt32)')) AS chunk
  FROM samples
  WHERE organization = {organization:UUID} AND subject = {subject:UUID} AND samples.kind = 'replay'
    AND time >= fromUnixTimestamp64Milli({since:Int64})
  ORDER BY time, offset LIMIT 1 BY sample LIMIT ${limits.chunksMax}`;

type ChunkRow = { readonly id: string; readonly received: string; readonly chunk: string };

const storedChunk = ({ id, received, chunk }: ChunkRow): StoredChunk => ({
  ...(JSON.parse(chunk) as Omit<StoredChunk, 'id' | 'receivedAtMs'>),
  id,
  receivedAtMs: Number(received),
});

const byTime = (left: StoredChunk, right: StoredChunk): number =>
  left.firstMs - right.firstMs ||
  left.segment - right.segment ||
  left.receivedAtMs - right.receivedAtMs;
