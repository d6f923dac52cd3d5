import { isUtf8 } from 'node:buffer';
import { MalformedBody, OversizedBody } from '../../../platform/otlp/malformed-body.ts';
import { outlineOf } from '../../../platform/source-maps/outline.ts';
import { faultOfUse } from '../../../platform/source-maps/usable.ts';

/** A map, with the debug id that it says itself; or why bytes are none, or one that can never give a place in a source. */
export type ReadMap =
  | { readonly kind: 'map'; readonly debugId?: string }
  | { readonly kind: 'invalid'; readonly message: string }
  | { readonly kind: 'oversized'; readonly message: string };

export function readMap(bytes: Uint8Array): ReadMap {
  if (!isUtf8(bytes)) return invalid('expected a source map as JSON in UTF-8');
  try {
    const outline = outlineOf(bytes);
    if (outline.version !== 3) return invalid('expected a source map of version 3');
    const fault = faultOfUse(bytes, outline);
    if (fault !== undefined) return invalid(fault);
    const { debugId } = outline;
    return { kind: 'map', ...(debugId !== undefined && { debugId }) };
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error;
    if (error instanceof OversizedBody) return { kind: 'oversized', message: error.message };
    return invalid(`expected a source map as JSON: ${error.message}`);
  }
}

const invalid = (message: string): ReadMap => ({ kind: 'invalid', message });
