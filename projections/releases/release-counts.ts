import type { EventOf } from '../../schemas/events/event.ts';
import type { Projection } from '../engine/projection.ts';

/** How many releases each organization has. */
export const releaseCounts: Projection<
  { readonly count: number },
  EventOf<'ReleaseCreated' | 'ReleaseDeleted'>
> = {
  name: 'release-counts',
  version: 1,
  types: new Set(['ReleaseCreated', 'ReleaseDeleted']),
  keys: ({ data: { organizationId } }) => [organizationId],
  project: (row, { type }) => ({
    count: (row?.count ?? 0) + (type === 'ReleaseCreated' ? 1 : -1),
  }),
};
