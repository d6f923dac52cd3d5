import { conditionFaults } from '../../../domain/snapshots/condition-faults.ts';
import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { expectNoFaults } from '../../../platform/http/faults.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { breakpointBody } from '../../../projections/snapshots/breakpoint-body.ts';
import { breakpointIdOf, breakpointStream } from '../../../schemas/snapshots/ids.ts';
import type { IngestShared } from '../shared.ts';
import { breakpointOf } from './breakpoint-of-request.ts';
import { expectRoomForBreakpoint } from './checks.ts';

/** POST /v1/breakpoints */
export const createBreakpoint = (dependencies: IngestShared): Handler<'createBreakpoint'> =>
  commandEndpoint(
    {
      route: 'createBreakpoint',
      prepare: async ({ body, key }) => {
        expectNoFaults(conditionFaults(body));
        const breakpoint = breakpointOf(body);
        return { breakpoint, breakpointId: breakpointIdOf(key.organizationId, breakpoint) };
      },
      stream: ({ found: { breakpointId } }) => breakpointStream(breakpointId),
      payload: async ({ found, request: { key, receivedAtMs, signal } }) => {
        const { organizationId } = key;
        const state = await dependencies.projections.state({ signal });
        expectRoomForBreakpoint(organizationId, found, state, receivedAtMs);
        return { type: 'SetBreakpoint', data: { organizationId, ...found } };
      },
      respond: outcome => {
        if (outcome.type !== 'BreakpointSet')
          throw new Error(`expected BreakpointSet to answer, found ${outcome.type}`);
        const { breakpointId, organizationId, breakpoint } = outcome.data;
        const { atMs } = outcome;
        const use = { breakpoint, captureCount: 0, recentAtMs: [], usedAtMs: atMs };
        const times = { createdAtMs: atMs, changedAtMs: atMs };
        const row = { breakpointId, organizationId, ...use, ...times };
        return { status: 201, body: { success: true, ...breakpointBody(row, atMs) } };
      },
    },
    dependencies,
  );
