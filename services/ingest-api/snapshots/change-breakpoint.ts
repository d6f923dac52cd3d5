import { conditionFaults } from '../../../domain/snapshots/condition-faults.ts';
import { useAfter } from '../../../domain/snapshots/use-after.ts';
import { type Accepted, commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { expectNoFaults } from '../../../platform/http/faults.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import { breakpointBody } from '../../../projections/snapshots/breakpoint-body.ts';
import {
  type BreakpointRow,
  breakpointKey,
  breakpoints,
} from '../../../projections/snapshots/breakpoints.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import {
  type BreakpointId,
  breakpointId,
  breakpointStream,
} from '../../../schemas/snapshots/ids.ts';
import type { IngestShared } from '../shared.ts';
import { uuidOfPath } from '../uuid-of-path.ts';
import { changesOf } from './breakpoint-of-request.ts';
import { expectBreakpoint, expectRoomForChange } from './checks.ts';

const expectBreakpointId = (params: { readonly id: string }): BreakpointId =>
  breakpointId(uuidOfPath(params, 'breakpoint'));

/** PUT /v1/breakpoints/:id: what the body does not name stays. */
export const changeBreakpoint = (dependencies: IngestShared): Handler<'changeBreakpoint'> =>
  commandEndpoint(
    {
      route: 'changeBreakpoint',
      prepare: async ({ params, body }) => {
        expectNoFaults(conditionFaults(body));
        return expectBreakpointId(params);
      },
      stream: ({ found: id }) => breakpointStream(id),
      payload: async ({ found: id, request: { body, key, receivedAtMs, signal } }) => {
        const changes = changesOf(body);
        const state = await dependencies.projections.state({ signal });
        const row = state.get(breakpoints, breakpointKey(key.organizationId, id));
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
      prepare: async ({ params }) => expectBreakpointId(params),
      stream: ({ found: id }) => breakpointStream(id),
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
      prepare: async ({ params }) => expectBreakpointId(params),
      stream: ({ found: id }) => breakpointStream(id),
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
      prepare: async ({ params }) => expectBreakpointId(params),
      stream: ({ found: id }) => breakpointStream(id),
      payload: async ({ found: id }) => ({ type: 'RemoveBreakpoint', data: { breakpointId: id } }),
      respond: (_, { found: id }) => ({ status: 200, body: { success: true, id } }),
    },
    dependencies,
  );

type Changing = 'changeBreakpoint' | 'enableBreakpoint' | 'disableBreakpoint';

/** The breakpoint as the command left it, also when it was changed again since. */
async function changed(
  outcome: Accepted,
  id: BreakpointId,
  { key, receivedAtMs, signal }: Pick<HttpRequest<Changing>, 'key' | 'receivedAtMs' | 'signal'>,
  { projections }: Pick<IngestShared, 'projections'>,
): Promise<ResponseOf<Changing>> {
  const state = await projections.state({ signal });
  const row = rowAfter(expectBreakpoint(key.organizationId, id, state), outcome);
  return { success: true, ...breakpointBody(row, receivedAtMs) };
}

function rowAfter(row: BreakpointRow, outcome: Accepted): BreakpointRow {
  if (outcome.type !== 'BreakpointChanged' && outcome.type !== 'BreakpointDisabled') return row;
  return { ...row, ...useAfter(row, outcome), changedAtMs: outcome.atMs };
}
