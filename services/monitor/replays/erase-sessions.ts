import type { BlobStore } from '../../../platform/blob-store/port.ts';
import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { dayOf } from '../../../schemas/day.ts';
import { dayMs } from '../../../schemas/durations.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { replayBlobsOf } from '../../../schemas/replays/chunk.ts';
import { isUuid } from '../../../schemas/uuid.ts';
import { limits } from '../config.ts';

type Erasing = {
  readonly warehouse: Pick<Warehouse, 'query' | 'command'>;
  readonly blobStore: Pick<BlobStore, 'list' | 'delete'>;
};

export type ErasedSession = { readonly chunks: number; readonly blobs: number };

/**
 * Deletes what there is of sessions, and counts it by session. The contents come first: while the rows are there, they say on which days contents lie, so
 * what a crash leaves the next attempt finds.
 */
export async function eraseSessions(
  organization: OrganizationId,
  subjects: readonly string[],
  { warehouse, blobStore }: Erasing,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ErasedSession>> {
  // They become parts of a statement.
  if (![organization, ...subjects].every(isUuid)) throw new Error('expected ids of sessions');
  const erased = new Map<string, ErasedSession>();
  for (const { subject, count, days } of await daysOf(organization, subjects, warehouse, signal)) {
    const blobs = await eraseBlobs(organization, subject, days, blobStore, signal);
    erased.set(subject, { chunks: Number(count), blobs });
  }
  if (erased.size === 0) return erased;
  const ids = [...erased.keys()].map(subject => `toUUID('${subject}')`).join(', ');
  await warehouse.command(
    `ALTER TABLE samples DELETE WHERE organization = toUUID('${organization}') AND subject IN (${ids})
     SETTINGS mutations_sync = 2`,
  );
  return erased;
}

type Days = { readonly subject: string; readonly count: string; readonly days: readonly string[] };

/** Of each session that has chunks, when they were received. */
const daysOf = (
  organization: OrganizationId,
  subjects: readonly string[],
  warehouse: Pick<Warehouse, 'query'>,
  signal: AbortSignal,
): Promise<Days[]> =>
  warehouse.query<Days>(
    `SELECT toString(samples.subject) AS subject, toString(count()) AS count, groupUniqArray(toString(toDate(time))) AS days
     FROM samples WHERE organization = {organization:UUID} AND has({subjects:Array(UUID)}, samples.subject)
     GROUP BY samples.subject LIMIT {max:UInt32}`,
    { organization, subjects, max: subjects.length },
    { signal, maxExecutionMs: limits.queryMsMax },
  );

/** A content that has no row, because a crash came between the two, lies on one of these days or on the next. */
async function eraseBlobs(
  organization: OrganizationId,
  subject: string,
  received: readonly string[],
  blobStore: Erasing['blobStore'],
  signal: AbortSignal,
): Promise<number> {
  const days = new Set(received.flatMap(day => [day, dayOf(Date.parse(day) + dayMs)]));
  let blobs = 0;
  for (const day of days)
    for await (const name of blobStore.list(replayBlobsOf(day, organization, subject))) {
      signal.throwIfAborted();
      await blobStore.delete(name);
      blobs++;
    }
  return blobs;
}
