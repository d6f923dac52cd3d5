import { deliveriesStream, type OrganizationId, type Sealed, type StreamName } from '../ids.ts';
import type { TraceErrorDetails } from '../traces/arrivals.ts';

/** The failed traces of an organization, as far as they are reported to its webhooks. */
export const traceErrorsStream = (id: OrganizationId): StreamName =>
  deliveriesStream(`traces-${id}`);

/** What the next decision begins with, so that the last event of the stream is enough. */
type TraceErrorsSoFar = {
  readonly organizationId: OrganizationId;
  /** Of the record of `signals` up to which everything was considered. */
  readonly offset: number;
  /** Traces reported in the minute of `atMs`, up to this event. */
  readonly minuteCount: number;
};

/** As events record it: the message may name persons, so it is sealed; absent when it is empty. */
export type RecordedTraceError = Omit<TraceErrorDetails, 'message'> & {
  readonly messageSealed?: Sealed;
};

/** Something failed in a trace, and a webhook wants to know. */
export type TraceFailed = {
  readonly type: 'TraceFailed';
  readonly data: TraceErrorsSoFar & {
    readonly error: RecordedTraceError;
    /** Traces in which something failed since the last of these events, above the limit of a minute. */
    readonly heldBack: number;
  };
};

/** More traces failed than are reported in a minute. */
export type TraceErrorsHeldBack = {
  readonly type: 'TraceErrorsHeldBack';
  readonly data: TraceErrorsSoFar & {
    /** Since the last TraceFailed. */
    readonly heldBack: number;
  };
};

export type TraceErrorEvent = TraceFailed | TraceErrorsHeldBack;
