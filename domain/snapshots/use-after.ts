import { capturesPerMinuteMax } from '../../schemas/snapshots/breakpoint.ts';
import type {
  BreakpointChanged,
  BreakpointDisabled,
  BreakpointHit,
  BreakpointSet,
} from '../../schemas/snapshots/events.ts';
import type { BreakpointUse } from './breakpoint-use.ts';

type At = { readonly atMs: number };

export const useOf = ({ data, atMs }: Pick<BreakpointSet, 'data'> & At): BreakpointUse => ({
  breakpoint: data.breakpoint,
  captureCount: 0,
  recentAtMs: [],
  usedAtMs: atMs,
});

/** What an event makes of a breakpoint, for decisions and for reads alike. */
export function useAfter(
  before: BreakpointUse,
  event: (BreakpointChanged | BreakpointHit | BreakpointDisabled) & At,
): BreakpointUse {
  const { breakpoint, recentAtMs } = before;
  switch (event.type) {
    case 'BreakpointChanged':
      return {
        breakpoint: event.data.breakpoint,
        captureCount: event.data.captureCount,
        recentAtMs,
        usedAtMs: event.atMs,
      };
    case 'BreakpointHit':
      return {
        breakpoint,
        captureCount: event.data.captureCount,
        recentAtMs: [...recentAtMs, event.atMs].slice(-capturesPerMinuteMax),
        usedAtMs: event.atMs,
      };
    case 'BreakpointDisabled':
      return { ...before, breakpoint: { ...breakpoint, enabled: false } };
  }
}
