import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { SourceMapEvent } from '../../schemas/source-maps/events.ts';
import type { SourceMapId } from '../../schemas/source-maps/ids.ts';
import type { OfSourceMap, Placement } from '../../schemas/source-maps/source-map.ts';
import { uuidV5 } from '../../schemas/uuid.ts';
import type { Projection } from '../engine/projection.ts';

/** Names of any length and characters become parts of one length. */
const partOf = (organizationId: OrganizationId, kind: string, name: string): string =>
  uuidV5(organizationId, JSON.stringify([kind, name]));

/** The beginning of the keys of a release, or of its maps of one file name. */
export function releasePrefix(
  organizationId: OrganizationId,
  release: string,
  filename?: string,
): string {
  const ofRelease = `${organizationId}/${partOf(organizationId, 'release', release)}/`;
  return filename === undefined
    ? ofRelease
    : `${ofRelease}${partOf(organizationId, 'filename', filename)}/`;
}

const keyOf = (
  { organizationId, sourceMapId }: OfSourceMap,
  { release, filename }: Placement,
): readonly string[] =>
  release === undefined
    ? []
    : [`${releasePrefix(organizationId, release, filename)}${sourceMapId}`];

/** Maps by release and file name. */
export const releasedSourceMaps: Projection<
  { readonly sourceMapId: SourceMapId },
  EventOf<SourceMapEvent['type']>
> = {
  name: 'released-source-maps',
  version: 1,
  types: new Set(['SourceMapUploaded', 'SourceMapDeleted']),
  keys: ({ type, data }) => {
    const before = type === 'SourceMapUploaded' && data.replaces ? keyOf(data, data.replaces) : [];
    return [...new Set([...before, ...keyOf(data, data)])];
  },
  project: (_, { type, data }, key) => {
    const isThere = type === 'SourceMapUploaded' && keyOf(data, data).includes(key);
    return isThere ? { sourceMapId: data.sourceMapId } : undefined;
  },
};
