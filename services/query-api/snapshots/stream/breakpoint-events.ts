import type { BreakpointBody } from '../../../../schemas/snapshots/parts.ts';
import { sdkEvent } from './event-lines.ts';

/** What an SDK must know of a service. */
export type Watched = {
  readonly breakpoints: readonly BreakpointBody[];
  readonly isKilled: boolean;
};

export const initEvent = ({ breakpoints, isKilled }: Watched): string =>
  sdkEvent('init', { breakpoints, kill_switch: isKilled });

/** What leads from one state to the next. A breakpoint that does not capture any more is deleted for SDKs, as when they poll. */
export function eventsBetween(before: Watched, after: Watched): readonly string[] {
  const known = new Map(before.breakpoints.map(each => [each.id, each]));
  const present = new Set(after.breakpoints.map(({ id }) => id));
  const killed =
    before.isKilled === after.isKilled
      ? []
      : [sdkEvent('kill_switch', { enabled: after.isKilled })];
  const changed = after.breakpoints.flatMap(breakpoint => {
    const old = known.get(breakpoint.id);
    if (old === undefined) return [sdkEvent('breakpoint_created', breakpoint)];
    return isSame(old, breakpoint) ? [] : [sdkEvent('breakpoint_updated', breakpoint)];
  });
  const deleted = before.breakpoints
    .filter(({ id }) => !present.has(id))
    .map(({ id }) => sdkEvent('breakpoint_deleted', { id }));
  return [...killed, ...changed, ...deleted];
}

/** Captures are counted here, and no change. */
const isSame = (left: BreakpointBody, right: BreakpointBody): boolean =>
  JSON.stringify({ ...left, capture_count: 0 }) === JSON.stringify({ ...right, capture_count: 0 });
