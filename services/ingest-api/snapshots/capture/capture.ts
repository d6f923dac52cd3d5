import { createHash } from 'node:crypto';
import { commandEndpoint } from '../../../../platform/commands/endpoint.ts';
import type { Handler, HttpRequest, HttpResponse } from '../../../../platform/http/handler.ts';
import type { Asking } from '../../../../platform/threads/pool.ts';
import type { DomainState } from '../../../../projections/engine/read/history.ts';
import type { BreakpointRow } from '../../../../projections/snapshots/breakpoints.ts';
import { killSwitches } from '../../../../projections/snapshots/kill-switches.ts';
import { type DropReason, dropReasonAt } from '../../../../schemas/snapshots/breakpoint.ts';
import { whoEvaluates } from '../../../../schemas/snapshots/expression/classify.ts';
import { breakpointId, breakpointStream, snapshotId } from '../../../../schemas/snapshots/ids.ts';
import type { IngestShared } from '../../shared.ts';
import { uuidOfPath } from '../../uuid-of-path.ts';
import { expectBreakpoint, expectOwnService } from '../checks.ts';
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
      prepare: async ({ body, ...request }) => {
        const capture = await captures.read(body, askingOf(request));
        uuidOfPath({ id: capture.breakpointId }, 'breakpoint');
        return capture;
      },
      hashed: ({ body }) => createHash('sha256').update(body).digest('hex'),
      stream: ({ found }) => breakpointStream(breakpointId(found.breakpointId)),
      payload: async ({ id, found, request }) => {
        const { organizationId } = request.key;
        const state = await dependencies.projections.state({ signal: request.signal });
        const row = expectBreakpoint(organizationId, breakpointId(found.breakpointId), state);
        expectOwnService(request.key, row.breakpoint.service);
        const reason = await dropReason(found, row, state, request, captures);
        if (reason !== undefined) throw new Dropped(reason, row);
        const ids = { organizationId, breakpointId: row.breakpointId, snapshotId: snapshotId(id) };
        if (!(await storeCapture(found, ids, request, dependencies)))
          throw new Dropped('quota_exceeded', row);
        const { traceId } = found;
        return { type: 'HitBreakpoint', data: { ...ids, ...(traceId && { traceId }) } };
      },
      respond: async (outcome, { id, found, request }) => {
        if (outcome.type === 'BreakpointHit' || outcome.type === 'BreakpointDisabled') {
          const { captureCount } = outcome.data;
          const counted = { breakpoint_id: found.breakpointId, capture_count: captureCount };
          return { status: 201, body: { success: true, id, snapshot_id: id, ...counted } };
        }
        const { key, signal, receivedAtMs } = request;
        const state = await dependencies.projections.state({ signal });
        const row = expectBreakpoint(key.organizationId, breakpointId(found.breakpointId), state);
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

/** What SDKs cannot evaluate is evaluated here, over what is kept. */
async function dropReason(
  capture: ReadCapture,
  row: BreakpointRow,
  state: DomainState,
  request: Pick<Request, 'receivedAtMs' | 'key' | 'signal'>,
  { evaluate }: Pick<CaptureReader, 'evaluate'>,
): Promise<DropReason | undefined> {
  const reached = limitReached(row, state, request.receivedAtMs);
  const { condition } = row.breakpoint;
  if (reached !== undefined || !condition || whoEvaluates(condition) === 'sdk-evaluable')
    return reached;
  const { holds, error } = await evaluate(capture, condition, askingOf(request));
  if (error !== undefined) return 'condition_error';
  return holds ? undefined : 'condition_false';
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
