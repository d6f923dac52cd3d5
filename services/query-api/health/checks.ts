import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { healthCheckBody } from '../../../projections/health/check-body.ts';
import {
  type HealthCheckRow,
  healthCheckKey,
  healthCheckResource,
  healthChecks as rows,
} from '../../../projections/health/health-checks.ts';
import { type FiguresQuery, readCheckFigures } from '../../../projections/health/read-figures.ts';
import type { HealthCheckBody } from '../../../schemas/health/parts.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { turnOf } from '../bounds/in-turns.ts';
import { listOf } from '../bounds/list.ts';
import { allOf, rowsOf } from '../bounds/rows.ts';
import { bodyOf } from '../bounds/written.ts';
import { expectRow, rowsIn } from '../resource.ts';
import type { QueryShared } from '../shared.ts';
import { readRows } from '../windows/window-metrics.ts';

export type HealthReads = Pick<QueryShared, 'projections' | 'clock' | 'warehouse'>;

/** More than an organization may have. */
const checksReadMax = 5_000;

/** GET /api/health-checks: the oldest first. */
export const listHealthChecks =
  (reads: HealthReads): Handler<'listHealthChecks'> =>
  async ({ key: { organizationId }, query, signal, ...request }) => {
    const atMs = asOfMs({ query, ...request });
    const state = await reads.projections.state({ asOfMs: atMs, signal });
    const toMs = atMs ?? reads.clock();
    let figures: Awaited<ReturnType<typeof readFigures>> = new Map();
    const { items, ...list } = await listOf({
      organizationId,
      signal,
      state,
      query,
      ...rowsIn(healthCheckResource, organizationId),
      max: checksReadMax,
      order: row => row.createdAtMs,
      prepare: async page => {
        const checks: FiguresQuery['checks'][number][] = [];
        for await (const { checkId, windows, scheduledFromMs } of page)
          checks.push({ checkId, windows, scheduledFromMs });
        const asked = { organizationId, checks, toMs, knownBeforeMs: atMs };
        figures = await readFigures(asked, { ...reads, signal });
      },
      change: row => healthCheckBody(row, figures.get(row.checkId), toMs),
    });
    const body = { health_checks: items, total: list.total, next_cursor: list.next };
    return { status: 200, body: bodyOf<ResponseOf<'listHealthChecks'>>(body) };
  };

/** Every check of an organization. */
export const readChecks = (
  organizationId: OrganizationId,
  state: DomainState,
): Promise<HealthCheckRow[]> =>
  allOf(
    rowsOf(
      state,
      rows,
      { prefix: healthCheckKey(organizationId, ''), max: checksReadMax },
      turnOf(organizationId),
    ),
  );

const readFigures = (
  query: FiguresQuery,
  { warehouse, signal }: Pick<HealthReads, 'warehouse'> & { readonly signal: AbortSignal },
) => readCheckFigures(query, statement => readRows(statement, { warehouse, signal }));

/** GET /api/health-checks/:id: with `known_at` the answer that was given then. */
export const getHealthCheck =
  (reads: HealthReads): Handler<'getHealthCheck'> =>
  async ({ key: { organizationId }, params: { id }, query, signal, ...request }) => {
    const { as_of: asOf, known_at: knownAt } = query;
    if (asOf !== undefined && knownAt !== undefined)
      throw invalidRequest('expected one of as_of and known_at');
    const atMs = asOfMs({ query: { as_of: asOf ?? knownAt }, ...request });
    const state = await reads.projections.state({ asOfMs: atMs, signal });
    const row = expectRow(healthCheckResource, organizationId, id, state);
    const [body] = await readCheckBodies(organizationId, [row], atMs, { ...reads, signal });
    if (body === undefined) throw new Error('expected a body of each check');
    return { status: 200, body: { success: true, health_check: body, ...body } };
  };

/** Checks with what their samples say, or said at a past instant, from one statement. */
export async function readCheckBodies(
  organizationId: OrganizationId,
  checks: readonly HealthCheckRow[],
  atMs: number | undefined,
  { warehouse, clock, signal }: Omit<HealthReads, 'projections'> & { readonly signal: AbortSignal },
): Promise<HealthCheckBody[]> {
  const toMs = atMs ?? clock();
  const asked = { organizationId, checks, toMs, knownBeforeMs: atMs };
  const figures = await readFigures(asked, { warehouse, signal });
  return checks.map(row => healthCheckBody(row, figures.get(row.checkId), toMs));
}
