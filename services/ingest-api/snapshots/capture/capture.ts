import { createHash } from 'node:crypto';
import { dropReasonAt } from '../../../../domain/snapshots/breakpoint-use.ts';
import { whoEvaluates } from '../../../../domain/snapshots/expression/classify.ts';
import { commandEndpoint } from '../../../../platform/commands/endpoint.ts';
import type { Handler, HttpRequest, HttpResponse } from '../../../../platform/http/handler.ts';
import type { Asking } from '../../../../platform/threads/pool.ts';
import type { DomainState } from '../../../../projections/engine/read/history.ts';
import type { BreakpointRow } from '../../../../projections/snapshots/breakpoints.ts';
import { breakpointResource } from '../../../../projections/snapshots/breakpoints.ts';
import { killSwitches } from '../../../../projections/snapshots/kill-switches.ts';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import type { DropReason } from '../../../../schemas/snapshots/breakpoint.ts';
import { breakpointId, breakpointStream, snapshotId } from '../../../../schemas/snapshots/ids.ts';
import { expectRow, idIn } from '../../resource.ts';
import type { IngestShared } from '../../shared.ts';
import { expectOwnService } from '../checks.ts';
import { type CaptureReader, openCaptures } from './open.ts';
import type { ReadCapture } from './read-capture.ts';
import { storeCapture } from './store-capture.ts';

type Request = HttpRequest<'captureSnapshot'>;

/** A capture that is not taken: its client need not send it again. */
class Dropped extends Error {
  readonly reason: DropReason;
  readonly row: BreakpointRow;

  constructor(reason: DropReason, row: BreakpointRow) {
    super(`the capture is not taken: ${reason}`);
    this.reason = reason;
    this.row = row;
  }
}

/**
 * POST /sdk/snapshots/capture: what a breakpoint captured is on the topic before it is counted, so each one that is counted can be
 * read. One that the decider does not take is never shown.
 */
export function captureSnapshot(dependencies: IngestShared): Handler<'captureSnapshot'> {
  const captures = openCaptures();
  const endpoint = commandEndpoint<'captureSnapshot', ReadCapture>(
    {
      route: 'captureSnapshot',
      prepare: async request => {
        const capture = await captures.read(request.body, askingOf(request));
        idIn(breakpointResource, { id: capture.breakpointId });
        return capture;
      },
      hashed: ({ body }) => createHash('sha256').update(body).digest('hex'),
      stream: ({ found }) => breakpointStream(breakpointId(found.breakpointId)),
      payload: async ({ id, found, request }) => {
        const { organizationId } = request.key;
        const state = await dependencies.projections.state({ signal: request.signal });
        const row = expectRow(
          breakpointResource,
          organizationId,
          breakpointId(found.breakpointId),
          state,
        );
        expectOwnService(request.key, row.breakpoint.service);
        const decision = await decide(row, state, request, captures);
        if (decision.kind === 'dropped') throw new Dropped(decision.reason, row);
        const ids = { organizationId, breakpointId: row.breakpointId, snapshotId: snapshotId(id) };
        const { bytes, traceId, mode = row.breakpoint.mode } = found;
        if (!(await storeCapture({ bytes, mode }, ids, request, dependencies)))
          throw new Dropped('quota_exceeded', row);
        const { isUndecided } = decision;
        const more = { ...(traceId && { traceId }), ...(isUndecided && { isUndecided }) };
        return { type: 'HitBreakpoint', data: { ...ids, ...more } };
      },
      respond: async (outcome, { id, found, request }) => {
        if (outcome.type === 'BreakpointHit' || outcome.type === 'BreakpointDisabled')
          return { status: 201, body: taken(id, found, outcome.data) };
        const { key, signal, receivedAtMs } = request;
        const state = await dependencies.projections.state({ signal });
        const row = expectRow(
          breakpointResource,
          key.organizationId,
          breakpointId(found.breakpointId),
          state,
        );
        return dropped(limitReached(row, state, receivedAtMs) ?? 'rate_limited', row);
      },
    },
    dependencies,
  );
  return async request => {
    try {
      return await endpoint(request);
    } catch (error) {
      if (error instanceof Dropped) return dropped(error.reason, error.row);
      throw error;
    }
  };
}

type Decision =
  | { readonly kind: 'dropped'; readonly reason: DropReason }
  | { readonly kind: 'taken'; readonly isUndecided: boolean };

/**
 * Most SDKs evaluate no conditions, so each is evaluated here, whoever else can. Where the variables decide nothing, the word of the
 * SDK counts.
 */
async function decide(
  row: BreakpointRow,
  state: DomainState,
  request: Request,
  { evaluate }: Pick<CaptureReader, 'evaluate'>,
): Promise<Decision> {
  const reason = limitReached(row, state, request.receivedAtMs);
  if (reason !== undefined) return { kind: 'dropped', reason };
  const { condition } = row.breakpoint;
  if (!condition) return { kind: 'taken', isUndecided: false };
  const verdict = await evaluate(request.body, condition, askingOf(request));
  if (verdict === 'fails') return { kind: 'dropped', reason: 'condition_false' };
  if (verdict === 'faulty' && whoEvaluates(condition) === 'server-only')
    return { kind: 'dropped', reason: 'condition_error' };
  return { kind: 'taken', isUndecided: verdict !== 'holds' };
}

const askingOf = ({ key, signal }: Pick<Request, 'key' | 'signal'>): Asking => ({
  owner: key.organizationId,
  signal,
});

const limitReached = (
  row: BreakpointRow,
  state: DomainState,
  atMs: number,
): DropReason | undefined =>
  dropReasonAt(row, state.get(killSwitches, row.organizationId)?.isOn ?? false, atMs);

const taken = (
  id: string,
  { breakpointId }: ReadCapture,
  { captureCount, isUndecided = false }: HitOf,
): ResponseOf<'captureSnapshot'> => ({
  success: true,
  id,
  snapshot_id: id,
  breakpoint_id: breakpointId,
  capture_count: captureCount,
  condition_undecided: isUndecided,
});

type HitOf = { readonly captureCount: number; readonly isUndecided?: boolean };

const dropped = (reason: DropReason, row: BreakpointRow): HttpResponse<'captureSnapshot'> => ({
  status: 200,
  body: {
    success: false,
    dropped: true,
    reason,
    breakpoint_id: row.breakpointId,
    capture_count: row.captureCount,
  },
});
