import { isUtf8 } from 'node:buffer';
import { MalformedBody, OversizedBody } from '../../../platform/otlp/malformed-body.ts';
import { outlineOf } from '../../../platform/source-maps/outline.ts';

export type FaultOfMap = { readonly kind: 'invalid' | 'oversized'; readonly message: string };

/**
 * Why bytes are no source map; undefined for one. What is in its mappings is looked at when a frame is
 * mapped: a map with wrong ones maps nothing.
 */
export function faultOfMap(bytes: Uint8Array): FaultOfMap | undefined {
  if (!isUtf8(bytes)) return invalid('expected a source map as JSON in UTF-8');
  try {
    const { version, mappings, sources, sections } = outlineOf(bytes);
    if (version !== 3) return invalid('expected a source map of version 3');
    if ((mappings && sources) || sections) return undefined;
    return invalid('expected a source map with `mappings` and `sources`, or with `sections`');
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error;
    if (error instanceof OversizedBody) return { kind: 'oversized', message: error.message };
    return invalid(`expected a source map as JSON: ${error.message}`);
  }
}

const invalid = (message: string): FaultOfMap => ({ kind: 'invalid', message });
