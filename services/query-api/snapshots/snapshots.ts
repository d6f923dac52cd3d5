import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import {
  snapshots as rows,
  type SnapshotRow,
  snapshotKey,
} from '../../../projections/snapshots/snapshots.ts';
import type { QueryOf, ResponseOf } from '../../../schemas/http/routes.ts';
import { snapshotId } from '../../../schemas/snapshots/ids.ts';
import type { SnapshotBody } from '../../../schemas/snapshots/snapshot-parts.ts';
import { listOf } from '../bounds/list.ts';
import { bodyOf } from '../bounds/written.ts';
import type { QueryShared } from '../shared.ts';
import { readCapture } from './captures.ts';
import { snapshotReadLimits } from './config.ts';

type SnapshotReads = Pick<QueryShared, 'projections' | 'warehouse' | 'blobStore'>;

/** GET /v1/snapshots: the newest first, without what was captured. */
export const listSnapshots =
  ({ projections }: Pick<SnapshotReads, 'projections'>): Handler<'listSnapshots'> =>
  async ({ key, query, signal, ...request }) => {
    const state = await projections.state({ asOfMs: asOfMs({ query, ...request }), signal });
    const { items: snapshots, ...list } = await listOf({
      organizationId: key.organizationId,
      signal,
      state,
      query,
      projection: rows,
      prefix: snapshotKey(key.organizationId, ''),
      max: snapshotReadLimits.snapshotsReadMax,
      passes: row => isAsked(row, query),
      order: row => -row.takenAtMs,
      change: snapshotBody,
    });
    const { limit, offset } = query;
    const body = { snapshots, total: list.total, limit, offset, next_cursor: list.next };
    return { status: 200, body: bodyOf<ResponseOf<'listSnapshots'>>(body) };
  };

/** GET /v1/snapshots/:id: with what was captured. */
export const getSnapshot =
  ({ projections, warehouse, blobStore }: SnapshotReads): Handler<'getSnapshot'> =>
  async ({ key, params: { id }, signal }) => {
    const state = await projections.state({ signal });
    const row = state.get(rows, snapshotKey(key.organizationId, snapshotId(id.toLowerCase())));
    if (row === undefined) throw notFound(`there is no snapshot ${id}`);
    const capture = await readCapture(row, { warehouse, blobStore, signal });
    return { status: 200, body: { success: true, ...snapshotBody(row), capture } };
  };

const isAsked = (row: SnapshotRow, query: QueryOf<'listSnapshots'>): boolean =>
  (query.service === undefined || row.service === query.service) &&
  (query.breakpoint_id === undefined || row.breakpointId === query.breakpoint_id.toLowerCase()) &&
  (query.trace_id === undefined || row.traceId === query.trace_id.toLowerCase());

const snapshotBody = (row: SnapshotRow): SnapshotBody => ({
  id: row.snapshotId,
  breakpoint_id: row.breakpointId,
  service_name: row.service,
  number: row.captureCount,
  trace_id: row.traceId ?? null,
  taken_at: new Date(row.takenAtMs).toISOString(),
  condition_undecided: row.isUndecided ?? false,
});
