import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { BreakpointEvent } from '../../schemas/snapshots/events.ts';
import { uuidV5 } from '../../schemas/uuid.ts';
import type { Projection } from '../engine/projection.ts';
import { type BreakpointRow, breakpointAfter, breakpointTypes } from './breakpoints.ts';

/** Keys of all breakpoints of a service; its name may be longer than a key. */
export const breakpointsOf = (organizationId: OrganizationId, service: string): string =>
  `${organizationId}/${uuidV5(organizationId, service)}/`;

/** The same rows by service, for SDKs that ask for those of one. */
export const serviceBreakpoints: Projection<BreakpointRow, EventOf<BreakpointEvent['type']>> = {
  name: 'service-breakpoints',
  version: 1,
  types: breakpointTypes,
  keys: ({ data }) => {
    const service = 'breakpoint' in data ? data.breakpoint.service : data.service;
    return [breakpointsOf(data.organizationId, service) + data.breakpointId];
  },
  project: breakpointAfter,
};
