import { type BreakpointUse, idleEndMs } from '../../../../domain/snapshots/breakpoint-use.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { type Breakpoint, settingDefaults } from '../../../../schemas/snapshots/breakpoint.ts';
import type { BreakpointChanges } from '../../../../schemas/snapshots/commands.ts';
import {
  type BreakpointId,
  type BreakpointIdentity,
  breakpointStream,
} from '../../../../schemas/snapshots/ids.ts';
import type { States } from '../aggregate.ts';
import { accept, type Decision, reject } from '../decision.ts';
import { type BreakpointState, commandedBreakpoint, presentBreakpoint } from './breakpoint.ts';

type Named = { readonly data: { readonly breakpointId: BreakpointId } };

export const breakpointStreams = ({ data }: Named) => [breakpointStream(data.breakpointId)];

/** The id follows from service, function and label: of two users who set the same one, the second is rejected. */
export function setBreakpoint({ data }: CommandOf<'SetBreakpoint'>, states: States): Decision {
  const { breakpointId } = data;
  if (presentBreakpoint(breakpointId, states) !== undefined) {
    const message = `the breakpoint ${breakpointId} has this service, function and label; change it with PUT`;
    return reject('breakpoint_exists', message);
  }
  return accept({
    stream: breakpointStream(breakpointId),
    facts: [{ type: 'BreakpointSet', data }],
  });
}

/** What users set stays. A breakpoint that is registered again is in use, and its place may have moved. */
export function registerBreakpoint(
  { data: { breakpointId, organizationId, identity }, atMs }: CommandOf<'RegisterBreakpoint'>,
  states: States,
): Decision {
  const present = presentBreakpoint(breakpointId, states);
  const stream = breakpointStream(breakpointId);
  if (present === undefined) {
    const breakpoint = { ...identity, ...settingDefaults };
    const data = { breakpointId, organizationId, breakpoint };
    return accept({ stream, facts: [{ type: 'BreakpointSet', data }] });
  }
  const { use } = present;
  const breakpoint = { ...use.breakpoint, ...placeOf(identity, use.breakpoint) };
  if (isSame(breakpoint, use.breakpoint) && !isRenewalDue(use, atMs)) return accept();
  return changed(breakpointId, present, breakpoint, use.captureCount);
}

const placeOf = (
  { filePath, lineNumber }: Pick<BreakpointIdentity, 'filePath' | 'lineNumber'>,
  before: Breakpoint,
) =>
  filePath === ''
    ? { filePath: before.filePath, lineNumber: before.lineNumber }
    : { filePath, lineNumber };

/** An event for each registration would be one for each start of each process, so it has half the time. */
const isRenewalDue = (use: BreakpointUse, atMs: number): boolean =>
  use.breakpoint.enabled && atMs >= use.usedAtMs + (idleEndMs(use) - use.usedAtMs) / 2;

export function changeBreakpoint(
  { data: { breakpointId, changes }, organizationId: asking, atMs }: CommandOf<'ChangeBreakpoint'>,
  states: States,
): Decision {
  const found = commandedBreakpoint(breakpointId, asking, states);
  if (found.kind === 'rejected') return found;
  const { use } = found;
  const breakpoint = changedBreakpoint(use.breakpoint, changes);
  const isEnabled = changes.enabled === true;
  const isFull = breakpoint.maxCaptures > 0 && use.captureCount >= breakpoint.maxCaptures;
  const captureCount = isEnabled && isFull ? 0 : use.captureCount;
  const isRevived = isEnabled && atMs >= idleEndMs(use);
  if (isSame(breakpoint, use.breakpoint) && captureCount === use.captureCount && !isRevived)
    return accept();
  return changed(breakpointId, found, breakpoint, captureCount);
}

function changed(
  breakpointId: BreakpointId,
  { organizationId }: BreakpointState,
  breakpoint: Breakpoint,
  captureCount: number,
): Decision {
  const data = { breakpointId, organizationId, breakpoint, captureCount };
  return accept({
    stream: breakpointStream(breakpointId),
    facts: [{ type: 'BreakpointChanged', data }],
  });
}

export function disableBreakpoint(
  { data: { breakpointId }, organizationId: asking }: CommandOf<'DisableBreakpoint'>,
  states: States,
): Decision {
  const found = commandedBreakpoint(breakpointId, asking, states);
  if (found.kind === 'rejected') return found;
  const { organizationId, use } = found;
  const { service, enabled } = use.breakpoint;
  if (!enabled) return accept();
  const { captureCount } = use;
  const data = { breakpointId, organizationId, service, reason: 'user', captureCount } as const;
  return accept({
    stream: breakpointStream(breakpointId),
    facts: [{ type: 'BreakpointDisabled', data }],
  });
}

export function removeBreakpoint(
  { data: { breakpointId }, organizationId: asking }: CommandOf<'RemoveBreakpoint'>,
  states: States,
): Decision {
  const found = commandedBreakpoint(breakpointId, asking, states);
  if (found.kind === 'rejected') return found;
  const { organizationId, use } = found;
  const data = { breakpointId, organizationId, service: use.breakpoint.service };
  return accept({
    stream: breakpointStream(breakpointId),
    facts: [{ type: 'BreakpointRemoved', data }],
  });
}

function changedBreakpoint(before: Breakpoint, changes: BreakpointChanges): Breakpoint {
  const named = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(named) as Breakpoint;
}

/** As JSON with sorted names: the same content in another order is no change. */
const isSame = (left: Breakpoint, right: Breakpoint): boolean => textOf(left) === textOf(right);

const textOf = (breakpoint: Breakpoint): string =>
  JSON.stringify(Object.entries(breakpoint).toSorted(([left], [right]) => (left < right ? -1 : 1)));
