import type { BreakpointUse } from '../../domain/snapshots/breakpoint-use.ts';
import { useAfter, useOf } from '../../domain/snapshots/use-after.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { BreakpointEvent } from '../../schemas/snapshots/events.ts';
import type { BreakpointId } from '../../schemas/snapshots/ids.ts';
import { breakpointId, breakpointStream } from '../../schemas/snapshots/ids.ts';
import type { Projection } from '../engine/projection.ts';
import type { Resource } from '../engine/resource.ts';

export type BreakpointRow = BreakpointUse & {
  readonly breakpointId: BreakpointId;
  readonly organizationId: OrganizationId;
  readonly createdAtMs: number;
  /** Captures change nothing that users see as a change. */
  readonly changedAtMs: number;
};

export const breakpointKey = (organizationId: OrganizationId, id: BreakpointId | ''): string =>
  `${organizationId}/${id}`;

export const breakpointTypes = new Set([
  'BreakpointSet',
  'BreakpointChanged',
  'BreakpointHit',
  'BreakpointDisabled',
  'BreakpointRemoved',
] as const);

/** By organization and breakpoint; without those that were removed. */
export const breakpoints: Projection<BreakpointRow, EventOf<BreakpointEvent['type']>> = {
  name: 'breakpoints',
  version: 1,
  types: breakpointTypes,
  keys: ({ data }) => [breakpointKey(data.organizationId, data.breakpointId)],
  project: breakpointAfter,
};

export function breakpointAfter(
  row: BreakpointRow | undefined,
  event: EventOf<BreakpointEvent['type']>,
): BreakpointRow | undefined {
  const { data, atMs } = event;
  if (event.type === 'BreakpointSet') {
    const { breakpointId, organizationId } = data;
    const times = { createdAtMs: atMs, changedAtMs: atMs };
    return { breakpointId, organizationId, ...useOf(event), ...times };
  }
  if (row === undefined || event.type === 'BreakpointRemoved') return undefined;
  const changedAtMs = event.type === 'BreakpointHit' ? row.changedAtMs : atMs;
  return { ...row, ...useAfter(row, event), changedAtMs };
}

export const breakpointResource: Resource<BreakpointRow, BreakpointId> = {
  name: 'breakpoint',
  id: breakpointId,
  stream: breakpointStream,
  projection: breakpoints,
  key: breakpointKey,
};
