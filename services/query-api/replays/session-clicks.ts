import type { OrganizationId } from '../../../schemas/ids.ts';
import { replaySubject } from '../../../schemas/replays/ids.ts';
import { readRows } from '../windows/window-metrics.ts';
import type { Reading, StoredChunk } from './chunk-rows.ts';
import { clicksSql } from './clicks-sql.ts';
import { replayReadLimits as limits } from './config.ts';

export type SessionClicks = {
  readonly rage: number;
  readonly dead: number;
  /** In Unix ms and in order; the first of them. Chunks that are counted alone add none. */
  readonly rageAtMs: readonly number[];
  readonly deadAtMs: readonly number[];
};

const none: SessionClicks = { rage: 0, dead: 0, rageAtMs: [], deadAtMs: [] };

type Asked = {
  readonly organization: OrganizationId;
  readonly subjects: readonly string[];
  /** Chunks that were received from then on, and before. */
  readonly from: number;
  readonly to: number;
};

/** Rage and dead clicks of some sessions, by their subjects. */
export async function clicksOfSessions(
  asked: Asked,
  reading: Reading,
): Promise<(subject: string) => SessionClicks> {
  if (asked.subjects.length === 0) return () => none;
  const parameters = { ...asked, subjects: [...asked.subjects] };
  const rows = await readRows<ClickRow>({ sql, parameters }, reading, {
    resultBytesMax: limits.resultBytesMax,
  });
  const found = new Map(rows.map(row => [row.id, clicksOf(row)]));
  return subject => found.get(subject) ?? none;
}

/** The same of the session that has these chunks, of which there is one. */
export async function sessionClicks(
  organization: OrganizationId,
  session: string,
  chunks: readonly StoredChunk[],
  reading: Reading,
): Promise<SessionClicks> {
  const subject = replaySubject(organization, session);
  const received = chunks.map(({ receivedAtMs }) => receivedAtMs);
  const [from, to] = [Math.min(...received), Math.max(...received) + 1];
  const clicksOf = await clicksOfSessions({ organization, subjects: [subject], from, to }, reading);
  return clicksOf(subject);
}

type ClickRow = {
  readonly id: string;
  readonly rage: string;
  readonly dead: string;
  readonly rage_at: readonly string[];
  readonly dead_at: readonly string[];
};

const first = (list: string): string => `arraySlice(${list}, 1, ${limits.clickInstantsMax})`;

export const receivedInRange =
  'time >= fromUnixTimestamp64Milli({from:Int64}) AND time < fromUnixTimestamp64Milli({to:Int64})';

const sql = `SELECT toString(subject) AS id, toString(rage) AS rage, toString(dead) AS dead,
    ${first('found.rage_at')} AS rage_at, ${first('found.dead_at')} AS dead_at
  FROM (${clicksSql(`subject IN {subjects:Array(UUID)} AND ${receivedInRange}`)}) AS found`;

const clicksOf = (row: ClickRow): SessionClicks => ({
  rage: Number(row.rage),
  dead: Number(row.dead),
  rageAtMs: row.rage_at.map(Number),
  deadAtMs: row.dead_at.map(Number),
});
