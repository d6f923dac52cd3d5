import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { breakpointBody } from '../../../projections/snapshots/breakpoint-body.ts';
import { breakpointKey, breakpoints as rows } from '../../../projections/snapshots/breakpoints.ts';
import { breakpointStatusAt } from '../../../schemas/snapshots/breakpoint.ts';
import { breakpointId } from '../../../schemas/snapshots/ids.ts';
import { allOf, rowsOf } from '../alerts/rows.ts';
import type { QueryShared } from '../shared.ts';
import { isKilled } from './active-breakpoints.ts';
import { snapshotReadLimits } from './config.ts';

type BreakpointReads = Pick<QueryShared, 'projections' | 'clock'>;

/** GET /v1/breakpoints: the newest first. */
export const listBreakpoints =
  ({ projections, clock }: BreakpointReads): Handler<'listBreakpoints'> =>
  async ({ key, query, signal, ...request }) => {
    const atMs = asOfMs({ query, ...request });
    const state = await projections.state({ asOfMs: atMs, signal });
    const { breakpointsReadMax: max } = snapshotReadLimits;
    const nowMs = atMs ?? clock();
    const { service, status } = query;
    const all = await allOf(
      rowsOf(state, rows, { prefix: breakpointKey(key.organizationId, ''), max }),
    );
    const found = all
      .filter(({ breakpoint }) => service === undefined || breakpoint.service === service)
      .filter(row => status === undefined || breakpointStatusAt(row, nowMs) === status)
      .sort((left, right) => right.createdAtMs - left.createdAtMs);
    const breakpoints = found.slice(0, query.limit).map(row => breakpointBody(row, nowMs));
    return { status: 200, body: { breakpoints, total: found.length } };
  };

/** GET /v1/breakpoints/:id */
export const getBreakpoint =
  ({ projections, clock }: BreakpointReads): Handler<'getBreakpoint'> =>
  async ({ key, params: { id }, signal, ...request }) => {
    const atMs = asOfMs(request);
    const state = await projections.state({ asOfMs: atMs, signal });
    const row = state.get(rows, breakpointKey(key.organizationId, breakpointId(id.toLowerCase())));
    if (row === undefined) throw notFound(`there is no breakpoint ${id}`);
    return { status: 200, body: { success: true, ...breakpointBody(row, atMs ?? clock()) } };
  };

/** GET /v1/snapshots/kill-switch */
export const getKillSwitch =
  ({ projections }: BreakpointReads): Handler<'getKillSwitch'> =>
  async ({ key, signal, ...request }) => {
    const state = await projections.state({ asOfMs: asOfMs(request), signal });
    return {
      status: 200,
      body: { success: true, kill_switch: isKilled(key.organizationId, state) },
    };
  };
