import { type EventId, eventId, type OrganizationId } from '../../../../schemas/ids.ts';
import type { TraceErrorDetails } from '../../../../schemas/traces/arrivals.ts';
import { uuidV5 } from '../../../../schemas/uuid.ts';
import { reportedAgainAfterMs } from './limits.ts';

/** A failed trace to report, and the id of its event. */
export type UnreportedError = { readonly id: EventId; readonly error: TraceErrorDetails };

/**
 * Failed traces that were not reported in the last 24 hours, each once.
 *  reportedAtMs  when the event of an id was recorded; undefined: it was not
 */
export function unreportedErrors(
  organizationId: OrganizationId,
  errors: readonly TraceErrorDetails[],
  reportedAtMs: (id: EventId) => number | undefined,
  nowMs: number,
): readonly UnreportedError[] {
  const unreported = new Map<EventId, UnreportedError>();
  for (const error of errors) {
    const id = unreportedId(organizationId, error.traceId, reportedAtMs, nowMs);
    if (id !== undefined && !unreported.has(id)) unreported.set(id, { id, error });
  }
  return [...unreported.values()];
}

/** The first event about a trace has an id that follows from the trace, and each later one from the one before. */
function unreportedId(
  organizationId: OrganizationId,
  traceId: string,
  reportedAtMs: (id: EventId) => number | undefined,
  nowMs: number,
): EventId | undefined {
  let id = eventId(uuidV5(organizationId, traceId));
  for (;;) {
    const atMs = reportedAtMs(id);
    if (atMs === undefined) return id;
    if (nowMs < atMs + reportedAgainAfterMs) return undefined;
    id = eventId(uuidV5(id, traceId));
  }
}
