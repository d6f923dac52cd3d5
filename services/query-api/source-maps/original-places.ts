import { FlattenMap, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { zstd } from '../../../platform/compression/zstd.ts';
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
  const json: unknown = JSON.parse(zstd().inflate(frame, sizeBytes).toString());
  const hasSections = Object.hasOwn(Object(json), 'sections');
  const map = hasSections ? FlattenMap(json as never) : new TraceMap(json as never);
  return places.map(place => originalPlace(map, place));
}

function originalPlace(
  map: TraceMap,
  { line, column }: Pick<CodePlace, 'line' | 'column'>,
): OriginalPlace | undefined {
  const found = originalPositionFor(map, { line, column: column - 1 });
  const { source, name } = found;
  if (typeof source !== 'string' || source === '') return undefined;
  if (!Number.isSafeInteger(found.line) || !Number.isSafeInteger(found.column)) return undefined;
  const place = { file: shortened(source), line: found.line, column: found.column + 1 };
  return typeof name === 'string' && name !== '' ? { ...place, name: shortened(name) } : place;
}

const shortened = (text: string): string =>
  text.slice(0, limits.nameCharactersMax).replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ');
