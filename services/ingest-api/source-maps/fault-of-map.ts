/**
 * Why bytes are no source map; undefined for one. What is in its mappings is looked at when a frame is
 * mapped: a map with wrong ones maps nothing.
 */
export function faultOfMap(bytes: Uint8Array): string | undefined {
  let map: unknown;
  try {
    map = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return 'expected a source map as JSON in UTF-8';
  }
  if (typeof map !== 'object' || map === null || Array.isArray(map))
    return 'expected a source map as a JSON object';
  const { version, mappings, sources, sections } = map as Record<string, unknown>;
  if (version !== 3) return 'expected a source map of version 3';
  const isPlain = typeof mappings === 'string' && Array.isArray(sources);
  if (isPlain || Array.isArray(sections)) return undefined;
  return 'expected a source map with `mappings` and `sources`, or with `sections`';
}
