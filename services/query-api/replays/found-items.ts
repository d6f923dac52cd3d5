import type { OrganizationId } from '../../../schemas/ids.ts';
import { replaySubject } from '../../../schemas/replays/ids.ts';
import { readRows } from '../windows/window-metrics.ts';
import type { Reading, StoredChunk } from './chunk-rows.ts';
import { replayReadLimits as limits } from './config.ts';

type Found = {
  readonly organization: OrganizationId;
  readonly session: string;
  readonly list: 'slow' | 'errors';
  /** Which come first of `item`, the JSON of one. */
  readonly order: string;
  readonly max: number;
  /** Of the session, of which there is one. */
  readonly chunks: readonly StoredChunk[];
};

/** What was found in the chunks of a session, each as the upload wrote it; a chunk that was sent twice counts once. */
export async function readFound<Item>(
  { organization, session, list, order, max, chunks }: Found,
  reading: Reading,
): Promise<Item[]> {
  const since = Math.min(...chunks.map(({ receivedAtMs }) => receivedAtMs));
  const parameters = { organization, subject: replaySubject(organization, session), max, since };
  const rows = await readRows<{ readonly item: string }>(
    { sql: foundSql(list, order), parameters },
    reading,
    { resultBytesMax: limits.resultBytesMax },
  );
  return rows.map(({ item }) => JSON.parse(item) as Item);
}

const foundSql = (list: Found['list'], order: string): string => `
  SELECT arrayJoin(JSONExtractArrayRaw(found)) AS item FROM (
    SELECT JSONExtractRaw(detail, '${list}') AS found FROM samples
    WHERE organization = {organization:UUID} AND subject = {subject:UUID} AND samples.kind = 'replay'
      AND time >= fromUnixTimestamp64Milli({since:Int64})
    ORDER BY time, offset LIMIT 1 BY sample LIMIT ${limits.chunksMax})
  WHERE found != ''
  ORDER BY ${order} LIMIT {max:UInt32}`;
