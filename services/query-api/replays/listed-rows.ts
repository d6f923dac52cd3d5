import type { ReplayType } from '../../../schemas/replays/chunk.ts';
import type { ReplayBody } from '../../../schemas/replays/routes.ts';
import type { SessionFilters } from './filters.ts';
import { receivedInRange, type SessionClicks } from './session-clicks.ts';

const sessions = ({
  where,
  having,
}: SessionFilters): string => `(SELECT subject, sample, time, detail FROM samples
  WHERE organization = {organization:UUID} AND samples.kind = 'replay'
    AND ${receivedInRange}
    ${where}
  ORDER BY time LIMIT 1 BY sample)
  GROUP BY subject ${having}`;

export const pageSql = (
  filters: SessionFilters,
): string => `SELECT toString(subject) AS subject_id, any(JSONExtractString(detail, 'session')) AS session,
    any(JSONExtractString(detail, 'type')) AS type,
    toString(min(JSONExtractUInt(detail, 'firstMs'))) AS first_ms, toString(max(JSONExtractUInt(detail, 'lastMs'))) AS last_ms,
    toString(toUnixTimestamp64Milli(min(time))) AS first_received, toString(toUnixTimestamp64Milli(max(time))) AS last_received,
    argMin(JSONExtractString(detail, 'url'), JSONExtractUInt(detail, 'firstMs')) AS url,
    argMax(JSONExtractString(detail, 'userId'), JSONExtractUInt(detail, 'lastMs')) AS user,
    toString(max(JSONExtractUInt(detail, 'clicks'))) AS clicks,
    toString(max(JSONExtractUInt(detail, 'keypresses'))) AS keypresses,
    toString(sum(arraySum(item -> JSONExtractUInt(item, 'count'), JSONExtractArrayRaw(detail, 'errors')))) AS logged,
    toString(count()) AS segments, toString(sum(JSONExtractUInt(detail, 'sizeBytes'))) AS bytes
  FROM ${sessions(filters)}
  ORDER BY max(time) DESC, subject LIMIT {limit:UInt32} OFFSET {offset:UInt32}`;

export const countSql = (filters: SessionFilters): string =>
  `SELECT toString(count()) AS total FROM (SELECT subject FROM ${sessions(filters)})`;

export type ReplayRow = {
  readonly subject_id: string;
  readonly session: string;
  readonly type: ReplayType;
  readonly first_ms: string;
  readonly last_ms: string;
  readonly first_received: string;
  readonly last_received: string;
  readonly url: string;
  readonly user: string;
  readonly clicks: string;
  readonly keypresses: string;
  readonly logged: string;
  readonly segments: string;
  readonly bytes: string;
};

export const listedReplay = (
  row: ReplayRow,
  { rage, dead }: SessionClicks,
  failedSpans: number,
): ReplayBody & { readonly error_count: number } => ({
  session_id: row.session,
  type: row.type,
  started_at: new Date(Number(row.first_ms)).toISOString(),
  ended_at: new Date(Number(row.last_ms)).toISOString(),
  duration_ms: Number(row.last_ms) - Number(row.first_ms),
  url: row.url || null,
  user_id: row.user || null,
  click_count: Number(row.clicks),
  keypress_count: Number(row.keypresses),
  rage_click_count: rage,
  dead_click_count: dead,
  error_count: Number(row.logged) + failedSpans,
  segment_count: Number(row.segments),
  size_bytes: Number(row.bytes),
});
