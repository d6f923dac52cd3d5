import { type EventId, eventId, type OrganizationId } from '../../../../schemas/ids.ts';
import type { TraceErrorDetails } from '../../../../schemas/traces/arrivals.ts';
import { uuidV5 } from '../../../../schemas/uuid.ts';
import { toldAgainAfterMs } from './limits.ts';

/** A trace to be told of, and the id of the event that does. */
export type UntoldError = { readonly id: EventId; readonly error: TraceErrorDetails };

/**
 * Traces that were not told of in the last 24 hours, each once.
 *  toldAtMs  when the event of an id was recorded; undefined: it was not
 */
export function untoldErrors(
  organizationId: OrganizationId,
  errors: readonly TraceErrorDetails[],
  toldAtMs: (id: EventId) => number | undefined,
  nowMs: number,
): readonly UntoldError[] {
  const untold = new Map<EventId, UntoldError>();
  for (const error of errors) {
    const id = untoldId(organizationId, error.traceId, toldAtMs, nowMs);
    if (id !== undefined && !untold.has(id)) untold.set(id, { id, error });
  }
  return [...untold.values()];
}

/** The first event about a trace has an id that follows from the trace, and each later one from the one before. */
function untoldId(
  organizationId: OrganizationId,
  traceId: string,
  toldAtMs: (id: EventId) => number | undefined,
  nowMs: number,
): EventId | undefined {
  let id = eventId(uuidV5(organizationId, traceId));
  for (;;) {
    const atMs = toldAtMs(id);
    if (atMs === undefined) return id;
    if (nowMs < atMs + toldAgainAfterMs) return undefined;
    id = eventId(uuidV5(id, traceId));
  }
}
