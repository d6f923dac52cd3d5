import type { EventOf } from '../../../../schemas/events/event.ts';
import type { EventId, OrganizationId } from '../../../../schemas/ids.ts';
import type { TraceErrorEvent } from '../../../../schemas/webhooks/trace-errors.ts';
import { minuteMs, toldPerMinuteMax } from './limits.ts';
import type { UntoldError } from './untold.ts';

/** What an organization was told of what failed in its traces. */
export type ToldErrors = {
  readonly organizationId: OrganizationId;
  /** Of the last event in its stream, -1 when there is none. */
  readonly revision: number;
  /** Of the record up to which events say what was done. */
  readonly offset: number;
  /** The minute of the last event, and traces told of in it. */
  readonly minute: number;
  readonly minuteCount: number;
  /** Traces above the limit since the last one that was told of. */
  readonly heldBack: number;
  /** Some of these are in no event yet. */
  readonly isUnrecorded: boolean;
};

export const nothingTold = (organizationId: OrganizationId): ToldErrors => ({
  organizationId,
  revision: -1,
  offset: -1,
  minute: -1,
  minuteCount: 0,
  heldBack: 0,
  isUnrecorded: false,
});

/** What a record says, without what was told before. */
export type Failures = {
  readonly offset: number;
  readonly untold: readonly UntoldError[];
  readonly more: number;
};

export type TraceErrorFact = {
  readonly id?: EventId;
  readonly fact: TraceErrorEvent;
};

/** The facts that follow from a record, to be appended together, and what is known before they are. */
export function onFailures(
  told: ToldErrors,
  { offset, untold, more }: Failures,
  nowMs: number,
): { readonly facts: readonly TraceErrorFact[]; readonly told: ToldErrors } {
  const { organizationId, heldBack } = told;
  const before = countAt(told, nowMs);
  const taken = untold.slice(0, Math.max(0, toldPerMinuteMax - before));
  const above = untold.length - taken.length + more;
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
      told: { ...told, heldBack: heldBack + above, isUnrecorded: told.isUnrecorded || above > 0 },
    };
  if (above === 0) return { facts, told };
  const after = { ...told, heldBack: above };
  return { facts: [...facts, heldBackFact(after, offset, before + taken.length)], told };
}

/** What is in no event yet; it may wait for the end of the records that are there. */
export const unrecordedFacts = (
  told: ToldErrors,
  offset: number,
  nowMs: number,
): readonly TraceErrorFact[] =>
  told.isUnrecorded ? [heldBackFact(told, offset, countAt(told, nowMs))] : [];

function heldBackFact(
  { organizationId, heldBack }: ToldErrors,
  offset: number,
  minuteCount: number,
): TraceErrorFact {
  const data = { organizationId, offset, minuteCount, heldBack };
  return { fact: { type: 'TraceErrorsHeldBack', data } };
}

/** A clock that was put back is still in the minute of the last event. */
const countAt = ({ minute, minuteCount }: ToldErrors, nowMs: number): number =>
  Math.floor(nowMs / minuteMs) <= minute ? minuteCount : 0;

/** After one event of its stream. */
export const afterTold = (
  { organizationId }: Pick<ToldErrors, 'organizationId'>,
  { type, data, atMs }: EventOf<TraceErrorEvent['type']>,
  revision: number,
): ToldErrors => ({
  organizationId,
  revision,
  offset: data.offset,
  minute: Math.floor(atMs / minuteMs),
  minuteCount: data.minuteCount,
  heldBack: type === 'TraceFailed' ? 0 : data.heldBack,
  isUnrecorded: false,
});
