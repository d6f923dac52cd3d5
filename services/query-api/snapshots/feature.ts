import { breakpoints } from '../../../projections/snapshots/breakpoints.ts';
import { killSwitches } from '../../../projections/snapshots/kill-switches.ts';
import { serviceBreakpoints } from '../../../projections/snapshots/service-breakpoints.ts';
import type { QueryShared } from '../shared.ts';
import { activeBreakpoints, pollBreakpoints } from './active-breakpoints.ts';
import { getBreakpoint, getKillSwitch, listBreakpoints } from './breakpoints.ts';

export const snapshots = {
  projections: [breakpoints, serviceBreakpoints, killSwitches],
  handlers: (shared: QueryShared) => ({
    activeBreakpoints: activeBreakpoints(shared),
    pollBreakpoints: pollBreakpoints(shared),
    listBreakpoints: listBreakpoints(shared),
    getBreakpoint: getBreakpoint(shared),
    getKillSwitch: getKillSwitch(shared),
  }),
};
