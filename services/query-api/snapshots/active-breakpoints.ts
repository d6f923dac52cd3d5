import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { breakpointBody } from '../../../projections/snapshots/breakpoint-body.ts';
import { killSwitches } from '../../../projections/snapshots/kill-switches.ts';
import {
  breakpointsOf,
  serviceBreakpoints,
} from '../../../projections/snapshots/service-breakpoints.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { breakpointStatusAt } from '../../../schemas/snapshots/breakpoint.ts';
import type { BreakpointBody } from '../../../schemas/snapshots/parts.ts';
import { assertOwnService } from '../services/own-service.ts';
import type { QueryShared } from '../shared.ts';
import { snapshotReadLimits } from './config.ts';

type Dependencies = Pick<QueryShared, 'projections' | 'clock' | 'log'>;

/** GET /sdk/snapshots/active/:service: a service without breakpoints has an empty list. */
export const activeBreakpoints =
  (dependencies: Dependencies): Handler<'activeBreakpoints'> =>
  async request => ({ status: 200, body: await polled(request, dependencies) });

/** POST /sdk/snapshots/active/:service, from SDKs whose circuit breaker has news. */
export const pollBreakpoints =
  (dependencies: Dependencies): Handler<'pollBreakpoints'> =>
  async request => {
    const events = request.body?.events?.length ?? 0;
    const { organizationId } = request.key;
    if (events > 0) dependencies.log.debug({ organizationId, events }, 'circuit breaker of an sdk');
    return { status: 200, body: await polled(request, dependencies) };
  };

type Polling = 'activeBreakpoints' | 'pollBreakpoints';

async function polled(
  { key, params: { service }, signal }: Pick<HttpRequest<Polling>, 'key' | 'params' | 'signal'>,
  { projections, clock }: Dependencies,
): Promise<ResponseOf<Polling>> {
  assertOwnService(key, service);
  const state = await projections.state({ signal });
  const breakpoints = activeOf(key.organizationId, service, state, clock());
  return {
    breakpoints,
    kill_switch: isKilled(key.organizationId, state),
    sse_endpoint: `/sdk/snapshots/stream/${encodeURIComponent(service)}`,
  };
}

/** Those that capture at an instant. */
export function activeOf(
  organizationId: OrganizationId,
  service: string,
  state: Pick<DomainState, 'list'>,
  nowMs: number,
): BreakpointBody[] {
  const prefix = breakpointsOf(organizationId, service);
  return state
    .list(serviceBreakpoints, { prefix, limit: snapshotReadLimits.activeMax })
    .filter(({ row }) => breakpointStatusAt(row, nowMs) === 'active')
    .map(({ row }) => breakpointBody(row, nowMs));
}

export const isKilled = (
  organizationId: OrganizationId,
  state: Pick<DomainState, 'get'>,
): boolean => state.get(killSwitches, organizationId)?.isOn ?? false;
