import { zstd } from '../../../platform/compression/zstd.ts';
import { originalPositions } from '../../../platform/source-maps/original-positions.ts';
import { symbolicationLimits as limits } from './config.ts';
import type { OriginalPlace } from './mapped-stack.ts';
import type { CodePlace } from './stack-frames.ts';

export type MapToRead = {
  /** The map as one zstd frame. */
  readonly frame: Uint8Array;
  /** Of the map when it is inflated. */
  readonly sizeBytes: number;
  readonly places: readonly Pick<CodePlace, 'line' | 'column'>[];
};

/** Where places lie in the sources of a map; undefined where it says nothing. Throws for a map that cannot be read. */
export function originalPlaces({
  frame,
  sizeBytes,
  places,
}: MapToRead): readonly (OriginalPlace | undefined)[] {
  if (sizeBytes > limits.mapBytesMax)
    throw new Error(`expected a map of at most ${limits.mapBytesMax} bytes, found ${sizeBytes}`);
  const map = zstd().inflate(frame, sizeBytes);
  const positions = places.map(({ line, column }) => ({ line: line - 1, column: column - 1 }));
  return originalPositions(map, positions).map(found => {
    const file = found && printable(found.source);
    if (!file) return undefined;
    const place = { file, line: found.line + 1, column: found.column + 1 };
    return found.name === undefined ? place : { ...place, name: printable(found.name) };
  });
}

const printable = (text: string): string =>
  text.slice(0, limits.nameCharactersMax).replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ');
