import { breakpointStatusAt } from '../../../domain/snapshots/breakpoint-use.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import type { Slices } from '../../../platform/shares/slices.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { singleFlight } from '../../../projections/engine/read/single-flight.ts';
import { sdkBreakpointBody } from '../../../projections/snapshots/breakpoint-body.ts';
import { killSwitches } from '../../../projections/snapshots/kill-switches.ts';
import {
  breakpointsOf,
  serviceBreakpoints,
} from '../../../projections/snapshots/service-breakpoints.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { SdkBreakpointBody } from '../../../schemas/snapshots/parts.ts';
import { turnOf } from '../bounds/in-turns.ts';
import { rowsOf } from '../bounds/rows.ts';
import { bodyOf, writeItems } from '../bounds/written.ts';
import { assertOwnService } from '../services/own-service.ts';
import type { QueryShared } from '../shared.ts';
import { snapshotReadLimits } from './config.ts';

type Dependencies = Pick<QueryShared, 'projections' | 'clock' | 'log' | 'stopping'>;

/** The response for a service, which those share who ask while it is written. */
export type Poll = (organizationId: OrganizationId, service: string) => Promise<Buffer>;

export function openPoll(dependencies: Dependencies): Poll {
  const flights = new Map<string, () => Promise<Buffer>>();
  return async (organizationId, service) => {
    const name = `${organizationId} ${service}`;
    const flight =
      flights.get(name) ?? singleFlight(() => polled(organizationId, service, dependencies));
    flights.set(name, flight);
    try {
      return await flight();
    } finally {
      flights.delete(name);
    }
  };
}

/** GET /sdk/snapshots/active/:service: a service without breakpoints has an empty list. */
export const activeBreakpoints =
  (poll: Poll): Handler<'activeBreakpoints'> =>
  async ({ key, params: { service } }: HttpRequest<'activeBreakpoints'>) => {
    assertOwnService(key, service);
    return { status: 200, body: await poll(key.organizationId, service) };
  };

/** POST /sdk/snapshots/active/:service, from SDKs whose circuit breaker has news. */
export const pollBreakpoints =
  (poll: Poll, { log }: Pick<Dependencies, 'log'>): Handler<'pollBreakpoints'> =>
  async ({ key, params: { service }, body }) => {
    assertOwnService(key, service);
    const events = body?.events?.length ?? 0;
    const { organizationId } = key;
    if (events > 0) log.debug({ organizationId, events }, 'circuit breaker of an sdk');
    return { status: 200, body: await poll(organizationId, service) };
  };

/** As it is once everything is applied that was acknowledged before. */
async function polled(
  organizationId: OrganizationId,
  service: string,
  { projections, clock, stopping }: Dependencies,
): Promise<Buffer> {
  const state = await projections.state({ signal: stopping });
  const turn = turnOf(organizationId, stopping);
  const active = activeOf(organizationId, service, state, clock(), turn);
  const { texts } = await writeItems(active, body => body, {
    turn,
    bytesMax: snapshotReadLimits.activeBytesMax,
  });
  return bodyOf<ResponseOf<'activeBreakpoints'>>({
    breakpoints: { texts },
    kill_switch: isKilled(organizationId, state),
    sse_endpoint: `/sdk/snapshots/stream/${encodeURIComponent(service)}`,
  });
}

/** Those that capture at an instant, a part in each turn. */
export async function* activeOf(
  organizationId: OrganizationId,
  service: string,
  state: Pick<DomainState, 'page'>,
  nowMs: number,
  turn: Slices,
): AsyncIterable<SdkBreakpointBody> {
  const prefix = breakpointsOf(organizationId, service);
  const places = { prefix, max: snapshotReadLimits.activeMax };
  for await (const row of rowsOf(state, serviceBreakpoints, places, turn))
    if (breakpointStatusAt(row, nowMs) === 'active') yield sdkBreakpointBody(row, nowMs);
}

export const isKilled = (
  organizationId: OrganizationId,
  state: Pick<DomainState, 'get'>,
): boolean => state.get(killSwitches, organizationId)?.isOn ?? false;
