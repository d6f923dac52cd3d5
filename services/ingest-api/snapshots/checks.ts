import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import type { Principal } from '../../../platform/http/handler.ts';
import { HttpProblem } from '../../../platform/http/problem.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import type { BreakpointRow } from '../../../projections/snapshots/breakpoints.ts';
import {
  breakpointsOf,
  serviceBreakpoints,
} from '../../../projections/snapshots/service-breakpoints.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { Breakpoint } from '../../../schemas/snapshots/breakpoint.ts';
import type { BreakpointChanges } from '../../../schemas/snapshots/commands.ts';
import { snapshotLimits } from './config.ts';

/**
 * Every SDK of a service gets all of its breakpoints, so they have a limit in number and in bytes. What would take
 * the place of a breakpoint is not counted beside it.
 */
export function expectRoomForBreakpoint(
  organizationId: OrganizationId,
  { breakpointId, breakpoint }: Pick<BreakpointRow, 'breakpointId' | 'breakpoint'>,
  state: Pick<DomainState, 'list'>,
  nowMs: number,
): void {
  const { breakpointsPerServiceMax: limit, breakpointBytesPerServiceMax: bytesMax } =
    snapshotLimits;
  const prefix = breakpointsOf(organizationId, breakpoint.service);
  const others = state
    .list(serviceBreakpoints, { prefix, limit: limit + 1 })
    .filter(({ row }) => row.breakpointId !== breakpointId);
  if (others.length >= limit) throw full(`a service has at most ${limit} breakpoints`, nowMs);
  const bytes = others.reduce((sum, { row }) => sum + bytesOf(row.breakpoint), 0);
  if (bytes + bytesOf(breakpoint) > bytesMax)
    throw full(`the breakpoints of a service have at most ${bytesMax} bytes together`, nowMs);
}

/** A change that makes a breakpoint no longer is never refused. */
export function expectRoomForChange(
  organizationId: OrganizationId,
  { breakpointId, breakpoint: before }: BreakpointRow,
  changes: BreakpointChanges,
  state: Pick<DomainState, 'list'>,
  nowMs: number,
): void {
  const breakpoint = { ...before, ...changes } as Breakpoint;
  if (bytesOf(breakpoint) <= bytesOf(before)) return;
  expectRoomForBreakpoint(organizationId, { breakpointId, breakpoint }, state, nowMs);
}

const bytesOf = (breakpoint: Breakpoint): number => Buffer.byteLength(JSON.stringify(breakpoint));

const full = (limit: string, nowMs: number) =>
  rejectionProblem(
    { reason: 'limit_reached', message: `${limit}; delete one that is not needed` },
    nowMs,
  );

/** Throws 403 for a key that is restricted to other services. */
export function expectOwnService({ services }: Pick<Principal, 'services'>, service: string): void {
  if (services?.includes(service) !== false) return;
  const message = `the key may not be used for the service ${service}`;
  throw new HttpProblem({ status: 403, code: 'key_not_allowed', message });
}
