import { breakpointStatusAt } from '../../../domain/snapshots/breakpoint-use.ts';
import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { breakpointBody } from '../../../projections/snapshots/breakpoint-body.ts';
import { breakpointResource } from '../../../projections/snapshots/breakpoints.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { listOf } from '../bounds/list.ts';
import { bodyOf } from '../bounds/written.ts';
import { expectRow, rowsIn } from '../resource.ts';
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
    const nowMs = atMs ?? clock();
    const { service, status } = query;
    const { items: breakpoints, ...list } = await listOf({
      organizationId: key.organizationId,
      signal,
      state,
      query,
      ...rowsIn(breakpointResource, key.organizationId),
      max: snapshotReadLimits.breakpointsReadMax,
      passes: row =>
        (service === undefined || row.breakpoint.service === service) &&
        (status === undefined || breakpointStatusAt(row, nowMs) === status),
      order: row => -row.createdAtMs,
      change: row => breakpointBody(row, nowMs),
    });
    const body = { breakpoints, total: list.total, next_cursor: list.next };
    return { status: 200, body: bodyOf<ResponseOf<'listBreakpoints'>>(body) };
  };

/** GET /v1/breakpoints/:id */
export const getBreakpoint =
  ({ projections, clock }: BreakpointReads): Handler<'getBreakpoint'> =>
  async ({ key, params: { id }, signal, ...request }) => {
    const atMs = asOfMs(request);
    const state = await projections.state({ asOfMs: atMs, signal });
    const row = expectRow(breakpointResource, key.organizationId, id, state);
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
