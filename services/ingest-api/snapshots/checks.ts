import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import type { Principal } from '../../../platform/http/handler.ts';
import { HttpProblem } from '../../../platform/http/problem.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import {
  type BreakpointRow,
  breakpointKey,
  breakpoints,
} from '../../../projections/snapshots/breakpoints.ts';
import {
  breakpointsOf,
  serviceBreakpoints,
} from '../../../projections/snapshots/service-breakpoints.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { BreakpointId } from '../../../schemas/snapshots/ids.ts';
import { unknown } from '../uuid-of-path.ts';
import { snapshotLimits } from './config.ts';

export function expectRoomForBreakpoint(
  organizationId: OrganizationId,
  service: string,
  state: DomainState,
  nowMs: number,
): void {
  const { breakpointsPerServiceMax: limit } = snapshotLimits;
  const prefix = breakpointsOf(organizationId, service);
  if (state.list(serviceBreakpoints, { prefix, limit }).length < limit) return;
  const message = `a service has at most ${limit} breakpoints; delete one that is not needed`;
  throw rejectionProblem({ reason: 'limit_reached', message }, nowMs);
}

export function expectBreakpoint(
  organizationId: OrganizationId,
  id: BreakpointId,
  state: DomainState,
): BreakpointRow {
  const row = state.get(breakpoints, breakpointKey(organizationId, id));
  if (row === undefined) throw unknown('breakpoint', id);
  return row;
}

/** Throws 403 for a key that is restricted to other services. */
export function expectOwnService({ services }: Pick<Principal, 'services'>, service: string): void {
  if (services?.includes(service) !== false) return;
  const message = `the key may not be used for the service ${service}`;
  throw new HttpProblem({ status: 403, code: 'key_not_allowed', message });
}
