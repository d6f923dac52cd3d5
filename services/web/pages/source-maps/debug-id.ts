/** Bytes at both ends of a map in which its id is looked for; between them are sources. */
const lookedAt = 65_536;

const pattern =
  /"debug_?[iI]d"\s*:\s*"(?<id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"/iu;

/** The debug id that a bundler wrote into a map; undefined where it wrote none. */
export const debugIdIn = (text: string): string | undefined =>
  pattern.exec(text)?.groups?.id?.toLowerCase();

/** The same of a file, without reading all of it. */
export async function debugIdOf(file: Blob): Promise<string | undefined> {
  const [start, end] = await Promise.all([
    file.slice(0, lookedAt).text(),
    file.slice(-lookedAt).text(),
  ]);
  return debugIdIn(start) ?? debugIdIn(end);
}
