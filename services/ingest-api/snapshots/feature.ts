import { breakpoints } from '../../../projections/snapshots/breakpoints.ts';
import { killSwitches } from '../../../projections/snapshots/kill-switches.ts';
import { serviceBreakpoints } from '../../../projections/snapshots/service-breakpoints.ts';
import type { IngestShared } from '../shared.ts';
import { captureSnapshot } from './capture/capture.ts';
import {
  changeBreakpoint,
  deleteBreakpoint,
  disableBreakpoint,
  enableBreakpoint,
} from './change-breakpoint.ts';
import { createBreakpoint } from './create-breakpoint.ts';
import { turnKillSwitch } from './kill-switch.ts';
import { registerBreakpoint } from './register-breakpoint.ts';

export const snapshots = {
  projections: [breakpoints, serviceBreakpoints, killSwitches],
  handlers: (shared: IngestShared) => ({
    captureSnapshot: captureSnapshot(shared),
    registerBreakpoint: registerBreakpoint(shared),
    createBreakpoint: createBreakpoint(shared),
    changeBreakpoint: changeBreakpoint(shared),
    enableBreakpoint: enableBreakpoint(shared),
    disableBreakpoint: disableBreakpoint(shared),
    deleteBreakpoint: deleteBreakpoint(shared),
    turnKillSwitch: turnKillSwitch(shared),
  }),
};
