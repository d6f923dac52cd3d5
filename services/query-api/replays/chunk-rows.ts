import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { ReplayChunk } from '../../../schemas/replays/chunk.ts';
import { replaySubject } from '../../../schemas/replays/ids.ts';
import { readRows } from '../windows/window-metrics.ts';
import { replayReadLimits as limits } from './config.ts';

type Reading = {
  readonly warehouse: OrganizationReads;
  readonly signal: AbortSignal;
  /** Chunks that were received earlier are not kept any more. */
  readonly sinceMs: number;
};

export type StoredChunk = ReplayChunk & { readonly id: string; readonly receivedAtMs: number };

/** The chunks of a session in the order of what they show. A chunk that was sent twice counts once. */
export async function readChunks(
  organizationId: OrganizationId,
  session: string,
  reading: Reading,
): Promise<readonly StoredChunk[]> {
  const subject = replaySubject(organizationId, session);
  const parameters = { organization: organizationId, subject, since: reading.sinceMs };
  const rows = await readRows<ChunkRow>({ sql, parameters }, reading, {
    resultBytesMax: limits.resultBytesMax,
  });
  return rows.map(storedChunk).sort(byTime);
}

const sql = `SELECT toString(sample) AS id, toString(toUnixTimestamp64Milli(time)) AS received, detail
  FROM samples
  WHERE organization = {organization:UUID} AND subject = {subject:UUID} AND samples.kind = 'replay'
    AND time >= fromUnixTimestamp64Milli({since:Int64})
  ORDER BY time, offset LIMIT 1 BY sample LIMIT ${limits.chunksMax}`;

type ChunkRow = { readonly id: string; readonly received: string; readonly detail: string };

const storedChunk = ({ id, received, detail }: ChunkRow): StoredChunk => ({
  ...(JSON.parse(detail) as ReplayChunk),
  id,
  receivedAtMs: Number(received),
});

const byTime = (left: StoredChunk, right: StoredChunk): number =>
  left.firstMs - right.firstMs ||
  left.segment - right.segment ||
  left.receivedAtMs - right.receivedAtMs;
