import { dropReasonAt } from '../../../../domain/snapshots/breakpoint-use.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { EventPayload } from '../../../../schemas/events/event.ts';
import { breakpointStream, snapshotsStream } from '../../../../schemas/snapshots/ids.ts';
import type { States } from '../aggregate.ts';
import { accept, type Decision } from '../decision.ts';
import { commandedBreakpoint } from './breakpoint.ts';
import { isKilled } from './kill-switch.ts';

export const hitStreams = ({ data }: CommandOf<'HitBreakpoint'>) => [
  breakpointStream(data.breakpointId),
  snapshotsStream(data.organizationId),
];

/** Captures are decided one after the other, so none is counted beyond the limits. One that is not taken changes nothing. */
export function hitBreakpoint(
  { data, organizationId: asking, atMs }: CommandOf<'HitBreakpoint'>,
  states: States,
): Decision {
  const { breakpointId, snapshotId, traceId, isUndecided } = data;
  const found = commandedBreakpoint(breakpointId, asking, states);
  if (found.kind === 'rejected') return found;
  const { organizationId, use } = found;
  if (dropReasonAt(use, isKilled(organizationId, states), atMs) !== undefined) return accept();
  const { service, maxCaptures } = use.breakpoint;
  const captureCount = use.captureCount + 1;
  const undecided = isUndecided && { isUndecided };
  const of = { breakpointId, organizationId, service, captureCount, ...undecided };
  const facts: EventPayload[] = [
    {
      type: 'BreakpointHit',
      data: { ...of, snapshotId, ...(traceId !== undefined && { traceId }) },
    },
  ];
  if (captureCount === maxCaptures)
    facts.push({ type: 'BreakpointDisabled', data: { ...of, reason: 'captures' } });
  return accept({ stream: breakpointStream(breakpointId), facts });
}
