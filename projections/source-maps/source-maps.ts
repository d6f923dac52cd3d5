import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { SourceMapEvent } from '../../schemas/source-maps/events.ts';
import type { SourceMapId } from '../../schemas/source-maps/ids.ts';
import type { SourceMapBody } from '../../schemas/source-maps/routes.ts';
import type { OfSourceMap, SourceMap } from '../../schemas/source-maps/source-map.ts';
import type { Projection } from '../engine/projection.ts';

export type SourceMapRow = OfSourceMap & SourceMap & { readonly createdAtMs: number };

export const sourceMapKey = (organizationId: OrganizationId, id: SourceMapId | ''): string =>
  `${organizationId}/${id}`;

/** By organization and map; without those that were deleted. */
export const sourceMaps: Projection<SourceMapRow, EventOf<SourceMapEvent['type']>> = {
  name: 'source-maps',
  version: 1,
  types: new Set(['SourceMapUploaded', 'SourceMapDeleted']),
  keys: ({ data }) => [sourceMapKey(data.organizationId, data.sourceMapId)],
  project: (row, event) => {
    if (event.type === 'SourceMapDeleted') return undefined;
    const { replaces: _, ...map } = event.data;
    return { ...map, createdAtMs: row?.createdAtMs ?? event.atMs };
  },
};

/** A map as clients read it. */
export const sourceMapBody = (row: Omit<SourceMapRow, 'organizationId'>): SourceMapBody => ({
  id: row.sourceMapId,
  debug_id: row.debugId,
  ...(row.release !== undefined && { release: row.release }),
  filename: row.filename,
  size_bytes: row.sizeBytes,
  created_at: new Date(row.createdAtMs).toISOString(),
});
