import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

const chunk = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  dynamicImports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
  assets: z.array(z.string()).default([]),
  isDynamicEntry: z.boolean().default(false),
});

const manifest = z.record(z.string(), chunk);
type Manifest = z.infer<typeof manifest>;

export type Size = { readonly what: string; readonly bytes: number; readonly bytesMax: number };

const kilobyte = 1_024;

const entry = 'index.html';
const frame = 'replay-frame.html';
const pageOfFrame = 'pages/replay/replay.tsx';

/** What a visitor loads, compressed as it is sent. */
const bytesMax = {
  /** Script of the first load. */
  entry: 130 * kilobyte,
  /** Script and styles of a page, with those of the first load. */
  page: 190 * kilobyte,
  /** The same with the frame in which recorded pages are drawn. */
  replay: 230 * kilobyte,
  /** Script of what is opened or drawn later. */
  lazy: 70 * kilobyte,
  font: 50 * kilobyte,
} as const;

/** Sizes of the built pages by vite's manifest; throws where nothing was built. */
export function sizesOf(folder: string): readonly Size[] {
  const chunks = manifest.parse(
    JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')),
  );
  const bytesOf = (file: string): number =>
    gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
  const sum = (files: Iterable<string>): number =>
    [...files].reduce((bytes, file) => bytes + bytesOf(file), 0);
  const first = filesOf(chunks, [entry]);
  const pages = Object.keys(chunks).filter(name => name.startsWith('pages/'));
  const lazy = Object.keys(chunks).filter(
    name => chunks[name]?.isDynamicEntry && !name.startsWith('pages/'),
  );
  const fonts = new Set(Object.values(chunks).flatMap(({ assets }) => assets.filter(isFont)));
  return [
    {
      what: 'script of the first load',
      bytes: sum([...first].filter(file => file.endsWith('.js'))),
      bytesMax: bytesMax.entry,
    },
    ...pages.map(name => ({
      what: name,
      bytes: sum(filesOf(chunks, [entry, name])),
      bytesMax: bytesMax.page,
    })),
    {
      what: `${frame} and the page around it`,
      bytes: sum(filesOf(chunks, [entry, pageOfFrame, frame])),
      bytesMax: bytesMax.replay,
    },
    ...lazy.map(name => ({
      what: name,
      bytes: bytesOf(chunks[name]?.file ?? ''),
      bytesMax: bytesMax.lazy,
    })),
    ...[...fonts].map(file => ({
      what: file,
      bytes: readFileSync(join(folder, file)).length,
      bytesMax: bytesMax.font,
    })),
  ];
}

const isFont = (file: string): boolean => file.endsWith('.woff2');

/** Scripts and styles that chunks bring with them, each once. */
function filesOf(chunks: Manifest, names: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const found = chunks[name];
    if (found === undefined || seen.has(name)) continue;
    seen.add(name);
    for (const file of [found.file, ...found.css]) files.add(file);
    waiting.push(...found.imports);
  }
  return files;
}
