import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import { type HttpProblem, invalidRequest } from '../../../platform/http/problem.ts';
import { checkUrlFault } from '../../../platform/outbound/target-url.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { healthCheckBody } from '../../../projections/health/check-body.ts';
import {
  type HealthCheckRow,
  healthCheckKey,
  healthChecks,
} from '../../../projections/health/health-checks.ts';
import { readCheckFigures } from '../../../projections/health/read-figures.ts';
import { type HealthCheckId, healthCheckId } from '../../../schemas/health/ids.ts';
import type { HealthCheckBody } from '../../../schemas/health/parts.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { unknown, uuidOfPath } from '../uuid-of-path.ts';
import { healthLimits } from './config.ts';

export const expectCheckId = (params: { readonly id: string }): HealthCheckId =>
  healthCheckId(uuidOfPath(params, 'health check'));

export function expectCheck(
  organizationId: OrganizationId,
  id: HealthCheckId,
  state: DomainState,
): HealthCheckRow {
  const row = state.get(healthChecks, healthCheckKey(organizationId, id));
  if (row === undefined) throw unknown('health check', id);
  return row;
}

export function expectEndpoint(url: string | undefined, allow: readonly string[]): void {
  const message = url === undefined ? undefined : checkUrlFault(url, allow);
  if (message !== undefined) throw invalid('endpoint_url', message);
}

export const invalid = (field: string, message: string): HttpProblem =>
  invalidRequest(`invalid ${field}: ${message}`, [{ field, message }]);

export function expectRoomForCheck(
  organizationId: OrganizationId,
  state: DomainState,
  nowMs: number,
): void {
  const { checksMax: limit } = healthLimits;
  const found = state.list(healthChecks, { prefix: healthCheckKey(organizationId, ''), limit });
  if (found.length < limit) return;
  const message = `an organization has at most ${limit} health checks; delete one that is not needed`;
  throw rejectionProblem({ reason: 'limit_reached', message }, nowMs);
}

/** A check with what its samples say now. */
export async function readCheckBody(
  row: HealthCheckRow,
  nowMs: number,
  { warehouse, signal }: { readonly warehouse: OrganizationReads; readonly signal: AbortSignal },
): Promise<HealthCheckBody> {
  const { organizationId, checkId } = row;
  const figures = await readCheckFigures(
    { organizationId, checks: [row], toMs: nowMs },
    ({ sql, parameters }) => {
      const reader = { organization: organizationId };
      const options = { reader, signal, maxExecutionMs: healthLimits.figuresMsMax };
      return warehouse.query(sql, parameters, options);
    },
  );
  return healthCheckBody(row, figures.get(checkId), nowMs);
}
