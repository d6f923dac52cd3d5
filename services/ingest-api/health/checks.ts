import { invalidField } from '../../../platform/http/problem.ts';
import { checkUrlFault } from '../../../platform/outbound/target-url.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import { healthCheckBody } from '../../../projections/health/check-body.ts';
import type { HealthCheckRow } from '../../../projections/health/health-checks.ts';
import { readCheckFigures } from '../../../projections/health/read-figures.ts';
import type { HealthCheckBody } from '../../../schemas/health/parts.ts';
import { healthLimits } from './config.ts';

export function expectEndpoint(url: string | undefined, allow: readonly string[]): void {
  const message = url === undefined ? undefined : checkUrlFault(url, allow);
  if (message !== undefined) throw invalidField('endpoint_url', message);
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
