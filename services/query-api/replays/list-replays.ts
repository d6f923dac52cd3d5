import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { ReplayType } from '../../../schemas/replays/chunk.ts';
import type { ReplayBody } from '../../../schemas/replays/routes.ts';
import { readRows } from '../windows/window-metrics.ts';
import { replayReadLimits as limits } from './config.ts';
import { type KeptReads, keptSinceMs } from './kept-since.ts';
import { namedSessions } from './named-sessions.ts';

type ListDependencies = KeptReads & { readonly warehouse: OrganizationReads };

/** GET /api/replays: sessions with a chunk that was received in a time, the latest first. */
export const listReplays =
  ({ warehouse, ...kept }: ListDependencies): Handler<'listReplays'> =>
  async ({ key: { organizationId: organization }, query, signal }) => {
    const { to = kept.clock() + 1, limit, offset } = query;
    const { from = to - limits.listedMsPreset } = query;
    if (from >= to) throw invalidRequest('`from` must be earlier than `to`');
    const { condition, ...named } = namedSessions(query, { from, to });
    const filters = { user: query.user_id ?? '', page: query.page ?? '', ...named };
    const since = Math.max(from, await keptSinceMs(organization, kept, signal));
    const parameters = { organization, from: since, to, ...filters, limit, offset };
    const options = { resultBytesMax: limits.resultBytesMax };
    const reading = { warehouse, signal };
    const rows = await readRows<ReplayRow>(
      { sql: pageSql(condition), parameters },
      reading,
      options,
    );
    const [counted] = await readRows<{ readonly total: string }>(
      { sql: countSql(condition), parameters },
      reading,
    );
    const total = Number(counted?.total ?? 0);
    return { status: 200, body: { replays: rows.map(replayOf), total, limit, offset } };
  };

const sessions = (condition: string): string => `(SELECT subject, sample, time, detail FROM samples
  WHERE organization = {organization:UUID} AND samples.kind = 'replay'
    AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time < fromUnixTimestamp64Milli({to:Int64})
    AND ({user:String} = '' OR JSONExtractString(detail, 'userId') = {user:String})
    ${condition}
  ORDER BY time LIMIT 1 BY sample)
  GROUP BY subject HAVING {page:String} = '' OR countIf(position(JSONExtractString(detail, 'url'), {page:String}) > 0) > 0`;

const pageSql = (
  condition: string,
): string => `SELECT any(JSONExtractString(detail, 'session')) AS session,
    any(JSONExtractString(detail, 'type')) AS type,
    toString(min(JSONExtractUInt(detail, 'firstMs'))) AS first_ms, toString(max(JSONExtractUInt(detail, 'lastMs'))) AS last_ms,
    argMin(JSONExtractString(detail, 'url'), JSONExtractUInt(detail, 'firstMs')) AS url,
    argMax(JSONExtractString(detail, 'userId'), JSONExtractUInt(detail, 'lastMs')) AS user,
    toString(max(JSONExtractUInt(detail, 'clicks'))) AS clicks,
    toString(max(JSONExtractUInt(detail, 'keypresses'))) AS keypresses,
    toString(count()) AS segments, toString(sum(JSONExtractUInt(detail, 'sizeBytes'))) AS bytes
  FROM ${sessions(condition)}
  ORDER BY max(time) DESC, subject LIMIT {limit:UInt32} OFFSET {offset:UInt32}`;

const countSql = (condition: string): string =>
  `SELECT toString(count()) AS total FROM (SELECT subject FROM ${sessions(condition)})`;

type ReplayRow = {
  readonly session: string;
  readonly type: ReplayType;
  readonly first_ms: string;
  readonly last_ms: string;
  readonly url: string;
  readonly user: string;
  readonly clicks: string;
  readonly keypresses: string;
  readonly segments: string;
  readonly bytes: string;
};

const replayOf = (row: ReplayRow): ReplayBody => ({
  session_id: row.session,
  type: row.type,
  started_at: new Date(Number(row.first_ms)).toISOString(),
  ended_at: new Date(Number(row.last_ms)).toISOString(),
  duration_ms: Number(row.last_ms) - Number(row.first_ms),
  url: row.url || null,
  user_id: row.user || null,
  click_count: Number(row.clicks),
  keypress_count: Number(row.keypresses),
  segment_count: Number(row.segments),
  size_bytes: Number(row.bytes),
});
