import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { StreamName } from '../../../../schemas/ids.ts';
import { type SourceMapId, sourceMapStream } from '../../../../schemas/source-maps/ids.ts';
import type { SourceMap } from '../../../../schemas/source-maps/source-map.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision } from '../decision.ts';
import { sourceMaps } from './source-map.ts';

export const sourceMapStreams = ({
  data: { sourceMapId },
}: {
  readonly data: { readonly sourceMapId: SourceMapId };
}): readonly StreamName[] => [sourceMapStream(sourceMapId)];

/** The same map again changes nothing: its content stays where it is. */
export function uploadSourceMap({ data }: CommandOf<'UploadSourceMap'>, states: States): Decision {
  const stream = sourceMapStream(data.sourceMapId);
  const before = stateOf(sourceMaps, states, stream)?.map;
  if (before !== undefined && textOf(before) === textOf(data)) return accept();
  const replaces = before && { replaces: formerOf(before) };
  return accept({ stream, facts: [{ type: 'SourceMapUploaded', data: { ...data, ...replaces } }] });
}

/** One that is gone, or of another organization, needs no deletion. */
export function deleteSourceMap(
  { data: { sourceMapId }, organizationId: asking }: CommandOf<'DeleteSourceMap'>,
  states: States,
): Decision {
  const stream = sourceMapStream(sourceMapId);
  const found = stateOf(sourceMaps, states, stream);
  if (found?.map === undefined) return accept();
  if (asking !== undefined && asking !== found.of.organizationId) return accept();
  const data = { ...found.of, ...formerOf(found.map) };
  return accept({ stream, facts: [{ type: 'SourceMapDeleted', data }] });
}

const formerOf = ({ release, filename, sizeBytes }: SourceMap) => ({
  filename,
  sizeBytes,
  ...(release !== undefined && { release }),
});

/** What makes two uploads the same, wherever their content lies. */
const textOf = ({ release, filename, hash }: SourceMap): string =>
  JSON.stringify([release, filename, hash]);
