import { dayMs } from '../../schemas/durations.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { captureKeptDays } from '../../schemas/snapshots/capture.ts';
import type { BreakpointId, SnapshotId } from '../../schemas/snapshots/ids.ts';
import type { Projection } from '../engine/projection.ts';

export type SnapshotRow = {
  readonly snapshotId: SnapshotId;
  readonly breakpointId: BreakpointId;
  readonly organizationId: OrganizationId;
  readonly service: string;
  /** Which capture of the breakpoint it is. */
  readonly captureCount: number;
  readonly traceId?: string;
  readonly isUndecided?: boolean;
  readonly takenAtMs: number;
};

export const snapshotKey = (organizationId: OrganizationId, id: SnapshotId | ''): string =>
  `${organizationId}/${id}`;

/** By organization and snapshot, as long as what was captured is kept. */
export const snapshots: Projection<SnapshotRow, EventOf<'BreakpointHit'>> = {
  name: 'snapshots',
  version: 1,
  types: new Set(['BreakpointHit']),
  keys: ({ data: { organizationId, snapshotId } }) => [snapshotKey(organizationId, snapshotId)],
  project: (_, { data, atMs }) => ({ ...data, takenAtMs: atMs }),
  retention: { ms: captureKeptDays * dayMs, endedAtMs: ({ takenAtMs }) => takenAtMs },
};
