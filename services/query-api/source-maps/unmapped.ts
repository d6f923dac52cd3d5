import type { UnmappedReason, UnmappedStack } from '../../../schemas/traces/symbolicated.ts';
import { symbolicationLimits as limits } from './config.ts';
import type { CodePlace } from './stack-frames.ts';

/** Of the map of a file, as bundlers call it. */
export const mapNameOf = (file: string): string => `${file}.map`;

type Wanted = {
  /** Of which no map is there. */
  readonly debugId: string | undefined;
  readonly release?: string;
  /** Of the file whose map is wanted. */
  readonly name: string;
  readonly isSeveral?: boolean;
  /** The stack has a debug id, which is that of another file. */
  readonly isOther?: boolean;
};

/** Why no map was found for a file. */
export function missing({
  debugId,
  release,
  name,
  isSeveral = false,
  isOther = false,
}: Wanted): UnmappedStack {
  const why: string[] = [];
  if (debugId !== undefined) why.push(`no source map has the debug id ${shown(debugId)}`);
  if (release !== undefined)
    why.push(
      isSeveral
        ? `several source maps of release ${shown(release)} have the file name ${shown(mapNameOf(name))}, so send the debug id of the code`
        : `no source map of release ${shown(release)} has the file name ${shown(mapNameOf(name))}`,
    );
  if (why.length > 0) return { reason: reasonOf(debugId, isSeveral), message: why.join('; ') };
  return { reason: 'no_debug_id_or_release', message: isOther ? noRelease : nothingToGoBy };
}

const nothingToGoBy =
  'source maps are found by the attribute tracekit.debug_id of the span, or by service.version of its resource; it has neither';
const noRelease =
  'the debug id is that of another file of the stack, and the resource has no service.version, by which maps of more files are found';

function reasonOf(debugId: string | undefined, isSeveral: boolean): UnmappedReason {
  if (isSeveral) return 'several_maps_of_release';
  return debugId === undefined ? 'no_map_of_release' : 'unknown_debug_id';
}

type Read = { readonly filename: string; readonly place: CodePlace };

/** Why a map that was found gave no place. */
export const outside = ({ filename, place: { line, column } }: Read): UnmappedStack => ({
  reason: 'outside_of_map',
  message: `the source map ${shown(filename)} says nothing of line ${line}, column ${column}: it may be that of another build`,
});

export const unreadable = ({ filename }: Pick<Read, 'filename'>): UnmappedStack => ({
  reason: 'unreadable_map',
  message: `the source map ${shown(filename)} cannot be read as far as the frame`,
});

export const notRead: UnmappedStack = {
  reason: 'not_read',
  message: `a response reads at most ${limits.mapsMax} source maps, in ${limits.waitMsMax / 1_000} seconds; read it again`,
};

const shownMax = 200;

const shown = (text: string): string => text.slice(0, shownMax).toWellFormed();
