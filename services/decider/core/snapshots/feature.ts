import { breakpoints } from './breakpoint.ts';
import { hitBreakpoint, hitStreams } from './hit-breakpoint.ts';
import { killSwitches, killSwitchStreams, turnKillSwitch } from './kill-switch.ts';
import {
  changeBreakpoint,
  disableBreakpoint,
  registerBreakpoint,
  removeBreakpoint,
  setBreakpoint,
  breakpointStreams as streams,
} from './set-breakpoints.ts';

export const snapshotsFeature = {
  aggregates: [breakpoints, killSwitches],
  deciders: {
    SetBreakpoint: { streams, decide: setBreakpoint },
    RegisterBreakpoint: { streams, decide: registerBreakpoint },
    ChangeBreakpoint: { streams, decide: changeBreakpoint },
    DisableBreakpoint: { streams, decide: disableBreakpoint },
    RemoveBreakpoint: { streams, decide: removeBreakpoint },
    HitBreakpoint: { streams: hitStreams, decide: hitBreakpoint },
    TurnKillSwitch: { streams: killSwitchStreams, decide: turnKillSwitch },
  },
} as const;
