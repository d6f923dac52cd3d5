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
import type { UnmappedStack } from '../../../schemas/traces/symbolicated.ts';
import { fileNameOf, type StackLine } from './stack-frames.ts';
import { mapNameOf, missing } from './unmapped.ts';

/** Of which code a stack trace is. */
export type CodeOrigin = {
  readonly organizationId: OrganizationId;
  readonly debugId?: string;
  readonly release?: string;
};

/** The map of a line, or why there is none; neither for a line without a place. */
export type FoundMap = { readonly row?: SourceMapRow; readonly unmapped?: UnmappedStack };

/**
 * The map of each line. A debug id is that of one file: of the file that its map is named after, or else of the first one in
 * the stack. The other files are found by release and name, as long as only one map has it.
 */
export function mapsOf(
  lines: readonly StackLine[],
  { organizationId, debugId, release }: CodeOrigin,
  state: DomainState,
): readonly FoundMap[] {
  const byDebugId =
    debugId === undefined ? undefined : mapOfDebugId(organizationId, debugId, state);
  const ownUrl = byDebugId && urlOf(byDebugId, lines);
  const unknownId = byDebugId === undefined ? debugId : undefined;
  const released = new Map<string, FoundMap>();
  return lines.map(({ place }): FoundMap => {
    if (place === undefined) return {};
    if (byDebugId !== undefined && place.url === ownUrl) return { row: byDebugId };
    const name = fileNameOf(place.url);
    const found =
      released.get(name) ??
      (release === undefined
        ? { unmapped: missing({ debugId: unknownId, name, isOther: byDebugId !== undefined }) }
        : mapOfFile({ organizationId, release, name, debugId: unknownId }, state));
    released.set(name, found);
    return found;
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
  const named = places.find(({ url }) => mapNameOf(fileNameOf(url)) === filename);
  return (named ?? places[0])?.url;
}

type Wanted = {
  readonly organizationId: OrganizationId;
  readonly release: string;
  readonly name: string;
  readonly debugId: string | undefined;
};

function mapOfFile({ organizationId, ...wanted }: Wanted, state: DomainState): FoundMap {
  const prefix = releasePrefix(organizationId, wanted.release, mapNameOf(wanted.name));
  const [found, another] = state.list(releasedSourceMaps, { prefix, limit: 2 });
  if (found === undefined || another !== undefined)
    return { unmapped: missing({ ...wanted, isSeveral: another !== undefined }) };
  const row = state.get(sourceMaps, sourceMapKey(organizationId, found.row.sourceMapId));
  return row === undefined ? { unmapped: missing(wanted) } : { row };
}
