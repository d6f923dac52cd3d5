import type { BreakpointUse } from '../../../../domain/snapshots/breakpoint-use.ts';
import { useAfter, useOf } from '../../../../domain/snapshots/use-after.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import type { BreakpointEvent } from '../../../../schemas/snapshots/events.ts';
import { type BreakpointId, breakpointStream } from '../../../../schemas/snapshots/ids.ts';
import { aggregate, type States, stateOf } from '../aggregate.ts';
import { type Rejected, reject } from '../decision.ts';

export type BreakpointState = {
  readonly kind: 'breakpoint';
  readonly organizationId: OrganizationId;
  readonly use: BreakpointUse;
  readonly isRemoved: boolean;
};

/** A breakpoint is hit and changed any number of times: each event carries the state. */
export const breakpoints = aggregate<BreakpointState, BreakpointEvent['type']>({
  kind: 'breakpoint',
  reads: 'carried',
  version: 1,
  events: {
    BreakpointSet: true,
    BreakpointChanged: true,
    BreakpointHit: true,
    BreakpointDisabled: true,
    BreakpointRemoved: true,
  },
  evolve: evolveBreakpoint,
});

function evolveBreakpoint(
  state: BreakpointState | undefined,
  event: EventOf<BreakpointEvent['type']>,
): BreakpointState | undefined {
  if (event.type === 'BreakpointSet') {
    const { organizationId } = event.data;
    return { kind: 'breakpoint', organizationId, use: useOf(event), isRemoved: false };
  }
  if (state === undefined) return undefined;
  if (event.type === 'BreakpointRemoved') return { ...state, isRemoved: true };
  return { ...state, use: useAfter(state.use, event) };
}

/** The breakpoint if there is one now. */
export function presentBreakpoint(
  breakpointId: BreakpointId,
  states: States,
): BreakpointState | undefined {
  const state = stateOf(breakpoints, states, breakpointStream(breakpointId));
  return state?.isRemoved === false ? state : undefined;
}

/** The breakpoint that somebody commands; a removed one, and that of another organization, is unknown. */
export function commandedBreakpoint(
  breakpointId: BreakpointId,
  asking: OrganizationId | undefined,
  states: States,
): BreakpointState | Rejected {
  const state = presentBreakpoint(breakpointId, states);
  const isTheirs = asking === undefined || asking === state?.organizationId;
  return state === undefined || !isTheirs
    ? reject('not_found', `there is no breakpoint ${breakpointId}`)
    : state;
}
