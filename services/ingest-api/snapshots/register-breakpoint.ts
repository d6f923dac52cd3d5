import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { rowOf } from '../../../projections/engine/resource.ts';
import { sdkBreakpointBody } from '../../../projections/snapshots/breakpoint-body.ts';
import { breakpointResource } from '../../../projections/snapshots/breakpoints.ts';
import { settingDefaults } from '../../../schemas/snapshots/breakpoint.ts';
import { breakpointIdOf, breakpointStream } from '../../../schemas/snapshots/ids.ts';
import { readRow } from '../resource.ts';
import type { IngestShared } from '../shared.ts';
import { identityOf } from './breakpoint-of-request.ts';
import { expectOwnService, expectRoomForBreakpoint } from './checks.ts';

/** POST /sdk/snapshots/auto-register: the id follows from the place, so every process registers the same one. */
export const registerBreakpoint = (dependencies: IngestShared): Handler<'registerBreakpoint'> =>
  commandEndpoint(
    {
      route: 'registerBreakpoint',
      prepare: async ({ body, key }) => {
        expectOwnService(key, body.service_name);
        const identity = identityOf(body);
        return { identity, breakpointId: breakpointIdOf(key.organizationId, identity) };
      },
      stream: ({ found: { breakpointId } }) => breakpointStream(breakpointId),
      payload: async ({ found, request: { key, receivedAtMs, signal } }) => {
        const { organizationId } = key;
        const { breakpointId, identity } = found;
        const state = await dependencies.projections.state({ signal });
        if (rowOf(breakpointResource, organizationId, breakpointId, state) === undefined)
          expectRoomForBreakpoint(
            organizationId,
            { breakpointId, breakpoint: { ...settingDefaults, ...identity } },
            state,
            receivedAtMs,
          );
        return { type: 'RegisterBreakpoint', data: { breakpointId, organizationId, identity } };
      },
      respond: async ({ type }, { found: { breakpointId }, request }) => {
        const { row } = await readRow(breakpointResource, breakpointId, request, dependencies);
        return {
          status: type === 'BreakpointSet' ? 201 : 200,
          body: { success: true, ...sdkBreakpointBody(row, request.receivedAtMs) },
        };
      },
    },
    dependencies,
  );
