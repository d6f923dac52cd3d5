import type { DomainState } from '../../../projections/engine/read/history.ts';
import {
  releasedSourceMaps,
  releasePrefix,
} from '../../../projections/source-maps/released-source-maps.ts';
import {
  type SourceMapRow,
  sourceMapKey,
  sourceMaps,
} from '../../../projections/source-maps/source-maps.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { sourceMapIdOf } from '../../../schemas/source-maps/ids.ts';
import { fileNameOf, type StackLine } from './stack-frames.ts';

/** Of which code a stack trace is. */
export type CodeOrigin = {
  readonly organizationId: OrganizationId;
  readonly debugId?: string;
  readonly release?: string;
};

/**
 * The map of each line. A debug id is that of one file: of the file that its map is named after, or else of the first one in
 * the stack. The other files are found by release and name, as long as only one map has it.
 */
export function mapsOf(
  lines: readonly StackLine[],
  { organizationId, debugId, release }: CodeOrigin,
  state: DomainState,
): readonly (SourceMapRow | undefined)[] {
  const byDebugId =
    debugId === undefined ? undefined : mapOfDebugId(organizationId, debugId, state);
  const ownUrl = byDebugId && urlOf(byDebugId, lines);
  const released = new Map<string, SourceMapRow | undefined>();
  return lines.map(({ place }) => {
    if (place === undefined) return undefined;
    if (place.url === ownUrl) return byDebugId;
    if (release === undefined) return undefined;
    const name = fileNameOf(place.url);
    if (!released.has(name)) released.set(name, mapOfFile(organizationId, release, name, state));
    return released.get(name);
  });
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

function mapOfDebugId(
  organizationId: OrganizationId,
  debugId: string,
  state: DomainState,
): SourceMapRow | undefined {
  if (!uuidPattern.test(debugId)) return undefined;
  const id = sourceMapIdOf(organizationId, debugId.toLowerCase());
  return state.get(sourceMaps, sourceMapKey(organizationId, id));
}

function urlOf({ filename }: SourceMapRow, lines: readonly StackLine[]): string | undefined {
  const places = lines.flatMap(({ place }) => place ?? []);
  const named = places.find(({ url }) => `${fileNameOf(url)}.map` === filename);
  return (named ?? places[0])?.url;
}

function mapOfFile(
  organizationId: OrganizationId,
  release: string,
  name: string,
  state: DomainState,
): SourceMapRow | undefined {
  const prefix = releasePrefix(organizationId, release, `${name}.map`);
  const [found, another] = state.list(releasedSourceMaps, { prefix, limit: 2 });
  if (found === undefined || another !== undefined) return undefined;
  return state.get(sourceMaps, sourceMapKey(organizationId, found.row.sourceMapId));
}
