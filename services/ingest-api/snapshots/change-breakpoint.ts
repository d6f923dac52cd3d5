import { conditionFaults } from '../../../domain/snapshots/condition-faults.ts';
import { useAfter } from '../../../domain/snapshots/use-after.ts';
import { type Accepted, commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { expectNoFaults } from '../../../platform/http/faults.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { rowOf } from '../../../projections/engine/resource.ts';
import { breakpointBody } from '../../../projections/snapshots/breakpoint-body.ts';
import {
  type BreakpointRow,
  breakpointResource,
} from '../../../projections/snapshots/breakpoints.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { BreakpointId } from '../../../schemas/snapshots/ids.ts';
import { type Asking, deletion, idIn, inPath, readRow } from '../resource.ts';
import type { IngestShared } from '../shared.ts';
import { changesOf } from './breakpoint-of-request.ts';
import { expectRoomForChange } from './checks.ts';

/** PUT /v1/breakpoints/:id: what the body does not name stays. */
export const changeBreakpoint = (dependencies: IngestShared): Handler<'changeBreakpoint'> =>
  commandEndpoint(
    {
      route: 'changeBreakpoint',
      ...inPath(breakpointResource),
      prepare: async ({ params, body }) => {
        expectNoFaults(conditionFaults(body));
        return idIn(breakpointResource, params);
      },
      payload: async ({ found: id, request: { body, key, receivedAtMs, signal } }) => {
        const changes = changesOf(body);
        const state = await dependencies.projections.state({ signal });
        const row = rowOf(breakpointResource, key.organizationId, id, state);
        if (row !== undefined)
          expectRoomForChange(key.organizationId, row, changes, state, receivedAtMs);
        return { type: 'ChangeBreakpoint', data: { breakpointId: id, changes } };
      },
      respond: async (outcome, { found, request }) => ({
        status: 200,
        body: await changed(outcome, found, request, dependencies),
      }),
    },
    dependencies,
  );

/** POST /v1/breakpoints/:id/enable */
export const enableBreakpoint = (dependencies: IngestShared): Handler<'enableBreakpoint'> =>
  commandEndpoint(
    {
      route: 'enableBreakpoint',
      ...inPath(breakpointResource),
      payload: async ({ found: id }) => ({
        type: 'ChangeBreakpoint',
        data: { breakpointId: id, changes: { enabled: true } },
      }),
      respond: async (outcome, { found, request }) => ({
        status: 200,
        body: await changed(outcome, found, request, dependencies),
      }),
    },
    dependencies,
  );

/** POST /v1/breakpoints/:id/disable */
export const disableBreakpoint = (dependencies: IngestShared): Handler<'disableBreakpoint'> =>
  commandEndpoint(
    {
      route: 'disableBreakpoint',
      ...inPath(breakpointResource),
      payload: async ({ found: id }) => ({
        type: 'DisableBreakpoint',
        data: { breakpointId: id },
      }),
      respond: async (outcome, { found, request }) => ({
        status: 200,
        body: await changed(outcome, found, request, dependencies),
      }),
    },
    dependencies,
  );

/** DELETE /v1/breakpoints/:id */
export const deleteBreakpoint = (dependencies: IngestShared): Handler<'deleteBreakpoint'> =>
  commandEndpoint(
    {
      route: 'deleteBreakpoint',
      ...deletion(breakpointResource, id => ({
        type: 'RemoveBreakpoint',
        data: { breakpointId: id },
      })),
    },
    dependencies,
  );

type Changing = 'changeBreakpoint' | 'enableBreakpoint' | 'disableBreakpoint';

/** The breakpoint as the command left it, also when it was changed again since. */
async function changed(
  outcome: Accepted,
  id: BreakpointId,
  request: Asking & { readonly receivedAtMs: number },
  dependencies: IngestShared,
): Promise<ResponseOf<Changing>> {
  const { row } = await readRow(breakpointResource, id, request, dependencies);
  return { success: true, ...breakpointBody(rowAfter(row, outcome), request.receivedAtMs) };
}

function rowAfter(row: BreakpointRow, outcome: Accepted): BreakpointRow {
  if (outcome.type !== 'BreakpointChanged' && outcome.type !== 'BreakpointDisabled') return row;
  return { ...row, ...useAfter(row, outcome), changedAtMs: outcome.atMs };
}
