import { minuteMs } from '../../../../schemas/durations.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import type { EventId, OrganizationId } from '../../../../schemas/ids.ts';
import type { TraceErrorDetails } from '../../../../schemas/traces/arrivals.ts';
import type {
  TraceErrorEvent,
  TraceErrorsHeldBack,
  TraceFailed,
} from '../../../../schemas/webhooks/trace-errors.ts';
import { reportedPerMinuteMax } from './limits.ts';
import type { UnreportedError } from './unreported.ts';

/** What was reported about the failed traces of an organization. */
export type ReportedErrors = {
  readonly organizationId: OrganizationId;
  /** Of the last event in its stream, -1 when there is none. */
  readonly revision: number;
  /** Of the record up to which events say what was done. */
  readonly offset: number;
  /** The minute of the last event, and the traces reported in it. */
  readonly minute: number;
  readonly minuteCount: number;
  /** Traces above the limit since the last one that was reported. */
  readonly heldBack: number;
  /** Some of these are in no event yet. */
  readonly isUnrecorded: boolean;
};

export const nothingReported = (organizationId: OrganizationId): ReportedErrors => ({
  organizationId,
  revision: -1,
  offset: -1,
  minute: -1,
  minuteCount: 0,
  heldBack: 0,
  isUnrecorded: false,
});

/** What a record says, without what was reported before. */
export type Failures = {
  readonly offset: number;
  readonly unreported: readonly UnreportedError[];
  readonly more: number;
};

/** A TraceFailed whose message is not sealed yet. */
export type ClearTraceFailed = {
  readonly type: 'TraceFailed';
  readonly data: Omit<TraceFailed['data'], 'error'> & { readonly error: TraceErrorDetails };
};

export type TraceErrorFact = {
  readonly id?: EventId;
  readonly fact: ClearTraceFailed | TraceErrorsHeldBack;
};

/** The facts that follow from a record, to be appended together, and what is known before they are. */
export function onFailures(
  reported: ReportedErrors,
  { offset, unreported, more }: Failures,
  nowMs: number,
): { readonly facts: readonly TraceErrorFact[]; readonly reported: ReportedErrors } {
  const { organizationId, heldBack } = reported;
  const before = countAt(reported, nowMs);
  const taken = unreported.slice(0, Math.max(0, reportedPerMinuteMax - before));
  const above = unreported.length - taken.length + more;
  const facts = taken.map(({ id, error }, index): TraceErrorFact => {
    const minuteCount = before + index + 1;
    const data = { organizationId, offset, minuteCount, error };
    return {
      id,
      fact: { type: 'TraceFailed', data: { ...data, heldBack: index === 0 ? heldBack : 0 } },
    };
  });
  if (facts.length === 0)
    return {
      facts,
      reported: {
        ...reported,
        heldBack: heldBack + above,
        isUnrecorded: reported.isUnrecorded || above > 0,
      },
    };
  if (above === 0) return { facts, reported };
  const after = { ...reported, heldBack: above };
  return { facts: [...facts, heldBackFact(after, offset, before + taken.length)], reported };
}

/** What is in no event yet; it may wait for the end of the records that are there. */
export const unrecordedFacts = (
  reported: ReportedErrors,
  offset: number,
  nowMs: number,
): readonly TraceErrorFact[] =>
  reported.isUnrecorded ? [heldBackFact(reported, offset, countAt(reported, nowMs))] : [];

function heldBackFact(
  { organizationId, heldBack }: ReportedErrors,
  offset: number,
  minuteCount: number,
): TraceErrorFact {
  const data = { organizationId, offset, minuteCount, heldBack };
  return { fact: { type: 'TraceErrorsHeldBack', data } };
}

/** A clock that was put back is still in the minute of the last event. */
const countAt = ({ minute, minuteCount }: ReportedErrors, nowMs: number): number =>
  Math.floor(nowMs / minuteMs) <= minute ? minuteCount : 0;

/** After one event of its stream. */
export const afterReport = (
  { organizationId }: Pick<ReportedErrors, 'organizationId'>,
  { type, data, atMs }: EventOf<TraceErrorEvent['type']>,
  revision: number,
): ReportedErrors => ({
  organizationId,
  revision,
  offset: data.offset,
  minute: Math.floor(atMs / minuteMs),
  minuteCount: data.minuteCount,
  heldBack: type === 'TraceFailed' ? 0 : data.heldBack,
  isUnrecorded: false,
});
