import { feature } from '../feature.ts';
import type { SnapshotCommand } from './commands.ts';
import type { SnapshotEvent } from './events.ts';
import { snapshotRoutes } from './routes.ts';

export const snapshots = feature<SnapshotCommand, SnapshotEvent>()({
  area: 'Snapshots',
  commands: {
    SetBreakpoint: true,
    RegisterBreakpoint: true,
    ChangeBreakpoint: true,
    DisableBreakpoint: true,
    RemoveBreakpoint: true,
    HitBreakpoint: true,
    TurnKillSwitch: true,
  },
  events: {
    BreakpointSet: true,
    BreakpointChanged: true,
    BreakpointHit: true,
    BreakpointDisabled: true,
    BreakpointRemoved: true,
    KillSwitchTurned: true,
  },
  rejections: { not_found: 404, limit_reached: 409, breakpoint_exists: 409 },
  routes: snapshotRoutes,
});
