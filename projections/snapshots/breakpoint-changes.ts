import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { SnapshotEvent } from '../../schemas/snapshots/events.ts';
import type { Projection } from '../engine/projection.ts';
import { breakpointsOf } from './service-breakpoints.ts';

/** Position of the last event that SDKs must learn of; captures are none. */
export type BreakpointChange = { readonly position: number };

type Read = Exclude<SnapshotEvent['type'], 'BreakpointHit'>;

export const killSwitchChangesOf = (organizationId: OrganizationId): string =>
  `${organizationId}/kill-switch`;

/** By organization and service, and for the kill switch of each organization: open streams look at nothing else. */
export const breakpointChanges: Projection<BreakpointChange, EventOf<Read>> = {
  name: 'breakpoint-changes',
  version: 1,
  types: new Set([
    'BreakpointSet',
    'BreakpointChanged',
    'BreakpointDisabled',
    'BreakpointRemoved',
    'KillSwitchTurned',
  ]),
  keys: event => {
    if (event.type === 'KillSwitchTurned') return [killSwitchChangesOf(event.data.organizationId)];
    const { data } = event;
    const service = 'breakpoint' in data ? data.breakpoint.service : data.service;
    return [breakpointsOf(data.organizationId, service)];
  },
  project: (_row, _event, _key, { position }) => ({ position }),
};
