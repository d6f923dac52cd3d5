import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import { storedUserIds } from '../../../platform/privacy/replay-users.ts';
import { readHiddenReplays } from '../../../projections/replays/hidden-replays.ts';
import { readRows } from '../windows/window-metrics.ts';
import type { ReplayReads } from './chunk-rows.ts';
import { replayReadLimits as limits } from './config.ts';
import { errorCounts } from './error-counts.ts';
import { filtersOf } from './filters.ts';
import { keptSinceMs } from './kept-since.ts';
import { countSql, listedReplay, pageSql, type ReplayRow } from './listed-rows.ts';
import { clicksOfSessions } from './session-clicks.ts';

/** GET /api/replays: sessions with a chunk that was received in a time, the latest first. */
export const listReplays =
  ({ warehouse, ...reads }: ReplayReads): Handler<'listReplays'> =>
  async ({ key: { organizationId: organization }, query, signal }) => {
    const { to = reads.clock() + 1, limit, offset } = query;
    const { from = to - limits.listedMsPreset } = query;
    if (from >= to) throw invalidRequest('`from` must be earlier than `to`');
    const state = await reads.projections.state({ signal });
    const hidden = await readHiddenReplays(organization, state, reads.keyring);
    const { user_id: userId = '' } = query;
    const userIds = userId === '' ? [] : await storedUserIds(organization, userId, reads.keyring);
    const filters = filtersOf(query, { range: { from, to }, hidden, userIds });
    const since = Math.max(from, keptSinceMs(organization, state, reads));
    const parameters = { organization, from: since, to, ...filters.bound, limit, offset };
    const reading = { warehouse, signal };
    const rows = await readRows<ReplayRow>({ sql: pageSql(filters), parameters }, reading, {
      resultBytesMax: limits.resultBytesMax,
    });
    const [counted] = await readRows<{ readonly total: string }>(
      { sql: countSql(filters), parameters },
      reading,
    );
    // A chunk that came beside its deletion may be there for a moment.
    const shown = rows.filter(row => !hidden.isDeleted(row.subject_id));
    const errors = await errorCounts(organization, shown.flatMap(receivedOf), reading);
    const clicksOf = await clicksOfSessions(
      { organization, subjects: shown.map(row => row.subject_id), from: since, to },
      reading,
    );
    const replays = shown.map(row =>
      listedReplay(row, clicksOf(row.subject_id), errors.get(row.session) ?? 0),
    );
    const total = Number(counted?.total ?? 0);
    return { status: 200, body: { replays, total, limit, offset } };
  };

const receivedOf = ({ session, first_received: first, last_received: last }: ReplayRow) =>
  [first, last].map(receivedAtMs => ({ session, receivedAtMs: Number(receivedAtMs) }));
