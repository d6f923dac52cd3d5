import type { EventOf } from '../../schemas/events/event.ts';
import type { SourceMapEvent } from '../../schemas/source-maps/events.ts';
import type { Projection } from '../engine/projection.ts';

/** How many maps each organization has, and how long they were together as they were sent. */
export const sourceMapCounts: Projection<
  { readonly count: number; readonly bytes: number },
  EventOf<SourceMapEvent['type']>
> = {
  name: 'source-map-counts',
  version: 2,
  types: new Set(['SourceMapUploaded', 'SourceMapDeleted']),
  keys: ({ data: { organizationId } }) => [organizationId],
  project: (row, { type, data }) => {
    const { count, bytes } = row ?? { count: 0, bytes: 0 };
    const former = type === 'SourceMapDeleted' ? data : data.replaces;
    const left = former
      ? { count: count - 1, bytes: bytes - (former.sizeBytes ?? 0) }
      : { count, bytes };
    if (type === 'SourceMapDeleted') return left;
    return { count: left.count + 1, bytes: left.bytes + data.sizeBytes };
  },
};
