import type { EventOf } from '../../schemas/events/event.ts';
import type { SourceMapEvent } from '../../schemas/source-maps/events.ts';
import type { Projection } from '../engine/projection.ts';

/** How many maps each organization has. */
export const sourceMapCounts: Projection<
  { readonly count: number },
  EventOf<SourceMapEvent['type']>
> = {
  name: 'source-map-counts',
  version: 1,
  types: new Set(['SourceMapUploaded', 'SourceMapDeleted']),
  keys: ({ data: { organizationId } }) => [organizationId],
  project: (row, { type, data }) => {
    const count = row?.count ?? 0;
    if (type === 'SourceMapDeleted') return { count: count - 1 };
    return { count: data.replaces === undefined ? count + 1 : count };
  },
};
