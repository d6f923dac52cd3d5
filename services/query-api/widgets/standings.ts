import { percentRoundedDown } from '../../../domain/health/uptime.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import type { Severity } from '../../../schemas/alerts/rule.ts';
import type { HealthCheckBody } from '../../../schemas/health/parts.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { ServiceStatus } from '../../../schemas/widgets/status.ts';
import { readFiring } from '../alerts/active.ts';
import { serviceStatus } from '../core/widgets/service-status.ts';
import { readCheckBodies, readChecks } from '../health/checks.ts';
import { errorRateOf, type Histogram } from '../windows/histogram.ts';
import type { QueryContext } from '../windows/window-metrics.ts';

/** What health checks and alerts say of a service. */
export type Standing = {
  /** Those that are enabled. */
  readonly checks: readonly HealthCheckBody[];
  readonly firing: readonly Severity[];
};

export const noStanding: Standing = { checks: [], firing: [] };

type Asked = {
  readonly organizationId: OrganizationId;
  readonly isAsked: (service: string) => boolean;
  /** A past instant; now when undefined. */
  readonly atMs: number | undefined;
};

type Dependencies = QueryContext & { readonly clock: () => number };

/** By service: every one that has a health check, or an alert that fires for it alone. */
export async function readStandings(
  { organizationId, isAsked, atMs }: Asked,
  state: DomainState,
  dependencies: Dependencies,
): Promise<ReadonlyMap<string, Standing>> {
  const rows = await readChecks(organizationId, state);
  const asked = rows.filter(({ check }) => check.enabled && isAsked(check.serviceName));
  const checks = await readCheckBodies(organizationId, asked, atMs, dependencies);
  const firing = await readFiring(organizationId, state);
  const found = new Map<string, { checks: HealthCheckBody[]; firing: Severity[] }>();
  const standingOf = (service: string) => {
    const standing = found.get(service) ?? { checks: [], firing: [] };
    found.set(service, standing);
    return standing;
  };
  for (const check of checks) standingOf(check.service_name).checks.push(check);
  for (const { rule } of firing)
    if (rule.scope.type === 'service' && isAsked(rule.scope.service))
      standingOf(rule.scope.service).firing.push(rule.severity);
  return found;
}

/** The status of a service; `latest` are the requests of `statusWindow`. */
export const statusOf = ({ checks, firing }: Standing, latest: Histogram): ServiceStatus =>
  serviceStatus({
    checks: checks.map(({ status }) => status),
    firing,
    requests: latest.n,
    errorRate: errorRateOf(latest),
  });

/** The lowest of the health checks that have a result; of a service without one, the share of requests that did not fail. */
export function uptimeOf({ checks }: Standing, requests: Histogram) {
  const measured = checks.filter(({ last_check_at: at }) => at !== null);
  if (measured.length === 0) {
    const uptime = percentRoundedDown(requests.n - requests.errors, requests.n);
    return { uptime_percentage: uptime, uptime_source: 'requests' } as const;
  }
  const uptime = Math.min(...measured.map(({ uptime_percentage: each }) => each));
  return { uptime_percentage: uptime, uptime_source: 'health_checks' } as const;
}
