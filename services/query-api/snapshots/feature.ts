import { breakpointChanges } from '../../../projections/snapshots/breakpoint-changes.ts';
import { breakpoints } from '../../../projections/snapshots/breakpoints.ts';
import { killSwitches } from '../../../projections/snapshots/kill-switches.ts';
import { serviceBreakpoints } from '../../../projections/snapshots/service-breakpoints.ts';
import { snapshots as rows } from '../../../projections/snapshots/snapshots.ts';
import type { QueryShared } from '../shared.ts';
import { activeBreakpoints, openPoll, pollBreakpoints } from './active-breakpoints.ts';
import { getBreakpoint, getKillSwitch, listBreakpoints } from './breakpoints.ts';
import { checkInSnapshot } from './check-in.ts';
import { getSnapshot, listSnapshots } from './snapshots.ts';
import { streamBreakpoints } from './stream/stream.ts';

export const snapshots = {
  projections: [breakpoints, serviceBreakpoints, killSwitches, breakpointChanges, rows],
  handlers: (shared: QueryShared) => {
    const poll = openPoll(shared);
    return {
      activeBreakpoints: activeBreakpoints(poll),
      pollBreakpoints: pollBreakpoints(poll, shared),
      checkInSnapshot: checkInSnapshot(shared),
      streamBreakpoints: streamBreakpoints(shared),
      listBreakpoints: listBreakpoints(shared),
      getBreakpoint: getBreakpoint(shared),
      listSnapshots: listSnapshots(shared),
      getSnapshot: getSnapshot(shared),
      getKillSwitch: getKillSwitch(shared),
    };
  },
};
