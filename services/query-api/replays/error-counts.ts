import type { OrganizationId } from '../../../schemas/ids.ts';
import { readRows } from '../windows/window-metrics.ts';
import type { Reading } from './chunk-rows.ts';
import { timeAround } from './session-time.ts';

type Received = { readonly session: string; readonly receivedAtMs: number };

/** How many failed spans name each of some sessions, from around the time of their chunks. */
export async function errorCounts(
  organization: OrganizationId,
  chunks: readonly Received[],
  reading: Reading,
): Promise<ReadonlyMap<string, number>> {
  if (chunks.length === 0) return new Map();
  const sessions = [...new Set(chunks.map(({ session }) => session))];
  const parameters = { organization, sessions, ...timeAround(chunks), max: sessions.length };
  const rows = await readRows<{ readonly session: string; readonly errors: string }>(
    { sql, parameters },
    reading,
  );
  return new Map(rows.map(({ session, errors }) => [session, Number(errors)]));
}

const sql = `SELECT replay_id AS session, toString(count()) AS errors FROM errors
  PREWHERE organization = {organization:UUID}
    AND time >= toDateTime({from:UInt32}, 'UTC') AND time <= toDateTime({to:UInt32}, 'UTC')
  WHERE has({sessions:Array(String)}, replay_id)
  GROUP BY replay_id LIMIT {max:UInt32}`;
