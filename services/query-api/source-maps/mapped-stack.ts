import type { SourceMapId } from '../../../schemas/source-maps/ids.ts';
import type { SymbolicatedStack, UnmappedStack } from '../../../schemas/traces/symbolicated.ts';
import type { StackLine } from './stack-frames.ts';

/** Where a place lies in the sources. Lines and columns begin with 1. */
export type OriginalPlace = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** What the source calls the name that stands there, if the bundler changed it. */
  readonly name?: string;
};

/** One line, with its place in the sources if a map has it. */
export type MappedLine = StackLine & {
  readonly original?: OriginalPlace & { readonly sourceMapId: SourceMapId };
  /** Why it has none, if it is a place of code. */
  readonly unmapped?: UnmappedStack;
};

/** A stack trace with the original places; undefined if no line has one. */
export function symbolicatedStack(lines: readonly MappedLine[]): SymbolicatedStack | undefined {
  if (lines.every(({ original }) => original === undefined)) return undefined;
  const names = lines.map((line, index) => nameOf(line, lines[index + 1]));
  return {
    stacktrace: lines.map((line, index) => textOf(line, names[index] ?? '')).join('\n'),
    frames: lines.flatMap((line, index) => {
      const { raw, place, original, unmapped } = line;
      if (place === undefined) return [];
      return {
        function: names[index] || null,
        file: original?.file ?? place.url,
        line: original?.line ?? place.line,
        column: original?.column ?? place.column,
        raw,
        source_map_id: original?.sourceMapId ?? null,
        unmapped: original === undefined ? (unmapped?.reason ?? 'not_read') : null,
      };
    }),
  };
}

/**
 * A map names what stands at a place: at the place of a caller, the function that is called. Where it says nothing the
 * bundler kept the name.
 */
const nameOf = (line: MappedLine, caller: MappedLine | undefined): string =>
  (line.original !== undefined && line.functionName !== '' && caller?.original?.name) ||
  line.functionName;

function textOf({ raw, original }: MappedLine, name: string): string {
  if (original === undefined) return raw;
  const { file, line, column } = original;
  const place = `${file}:${line}:${column}`;
  return name === '' ? `    at ${place}` : `    at ${name} (${place})`;
}
