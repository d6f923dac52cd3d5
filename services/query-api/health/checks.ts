import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest, notFound } from '../../../platform/http/problem.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { healthCheckBody } from '../../../projections/health/check-body.ts';
import {
  type HealthCheckRow,
  healthCheckKey,
  healthChecks as rows,
} from '../../../projections/health/health-checks.ts';
import { readCheckFigures } from '../../../schemas/health/figures.ts';
import { healthCheckId } from '../../../schemas/health/ids.ts';
import type { HealthCheckBody } from '../../../schemas/health/parts.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { allOf, rowsOf } from '../alerts/rows.ts';
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
    const found = await readChecks(organizationId, state);
    const oldest = found
      .toSorted((left, right) => left.createdAtMs - right.createdAtMs)
      .slice(0, query.limit);
    const health_checks = await readCheckBodies(organizationId, oldest, atMs, { ...reads, signal });
    return { status: 200, body: { health_checks, total: found.length } };
  };

/** Every check of an organization. */
export const readChecks = (
  organizationId: OrganizationId,
  state: DomainState,
): Promise<HealthCheckRow[]> =>
  allOf(rowsOf(state, rows, { prefix: healthCheckKey(organizationId, ''), max: checksReadMax }));

/** GET /api/health-checks/:id: with `known_at` the answer that was given then. */
export const getHealthCheck =
  (reads: HealthReads): Handler<'getHealthCheck'> =>
  async ({ key: { organizationId }, params: { id }, query, signal, ...request }) => {
    const { as_of: asOf, known_at: knownAt } = query;
    if (asOf !== undefined && knownAt !== undefined)
      throw invalidRequest('expected one of as_of and known_at');
    const atMs = asOfMs({ query: { as_of: asOf ?? knownAt }, ...request });
    const state = await reads.projections.state({ asOfMs: atMs, signal });
    const row = expectCheck(organizationId, id, state);
    const [body] = await readCheckBodies(organizationId, [row], atMs, { ...reads, signal });
    if (body === undefined) throw new Error('expected a body of each check');
    return { status: 200, body: { success: true, health_check: body, ...body } };
  };

export function expectCheck(
  organizationId: OrganizationId,
  id: string,
  state: DomainState,
): HealthCheckRow {
  const row = state.get(rows, healthCheckKey(organizationId, healthCheckId(id.toLowerCase())));
  if (row === undefined) throw notFound(`there is no health check ${id}`);
  return row;
}

/** Checks with what their samples say, or said at a past instant, from one statement. */
export async function readCheckBodies(
  organizationId: OrganizationId,
  checks: readonly HealthCheckRow[],
  atMs: number | undefined,
  { warehouse, clock, signal }: Omit<HealthReads, 'projections'> & { readonly signal: AbortSignal },
): Promise<HealthCheckBody[]> {
  const toMs = atMs ?? clock();
  const figures = await readCheckFigures(
    { organizationId, checks, toMs, knownBeforeMs: atMs },
    statement => readRows(statement, { warehouse, signal }),
  );
  return checks.map(row => healthCheckBody(row, figures.get(row.checkId), toMs));
}
