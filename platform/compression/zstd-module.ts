import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * zstd in WebAssembly: the same on every Node, those without zstd among them, with nothing to fetch
 * or to build. Its memory is the scratch that frames are read into again and again.
 */
export type ZstdModule = {
  readonly memory: Memory;
  readonly isError: (result: number) => number;
  readonly compressBound: (bytes: number) => number;
  readonly createCCtx: () => number;
  readonly compressUsingDict: Transform<[level: number]>;
  readonly createDCtx: () => number;
  readonly decompressUsingDict: Transform<[]>;
  readonly malloc: (bytes: number) => number;
  readonly free: (address: number) => void;
};

type Transform<More extends readonly number[]> = (
  context: number,
  target: number,
  targetBytes: number,
  source: number,
  sourceBytes: number,
  dictionary: 0,
  dictionaryBytes: 0,
  ...more: More
) => number;

/** The build shortens every name; the package's version is exact, and a test reads frames of another zstd. */
const exportNames = {
  memory: 'f',
  initialize: 'g',
  isError: 'h',
  compressBound: 'i',
  createCCtx: 'j',
  compressUsingDict: 'l',
  createDCtx: 'n',
  decompressUsingDict: 'q',
  malloc: 's',
  free: 't',
} as const;

const pageBytes = 64 * 1024;

type Memory = { readonly buffer: ArrayBuffer; grow(pages: number): number };

type Instance = { readonly exports: Readonly<Record<string, unknown>> };

/** The compiler's own types know it in browsers alone. */
type WebAssemblyHost = {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => Instance;
};

const WebAssembly = Reflect.get(globalThis, 'WebAssembly') as WebAssemblyHost;

export function openZstdModule(): ZstdModule {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('@bokuweb/zstd-wasm'));
  const module = new WebAssembly.Module(readFileSync(join(folder, 'zstd.wasm')));
  const { exports } = new WebAssembly.Instance(module, { a: imports(() => found.memory) });
  const entries = Object.entries(exportNames).map(([name, short]) => [name, exports[short]]);
  const found = Object.fromEntries(entries) as ZstdModule & { readonly initialize: () => void };
  found.initialize();
  return found;
}

/** What the module asks of its host: more memory, and an end when it has none. */
function imports(memory: () => Memory) {
  const stop = (): never => {
    throw new Error('expected zstd to go on, but it stopped');
  };
  return {
    a: stop,
    b: () => undefined,
    c: stop,
    d: () => 0,
    e: (bytes: number) => Number(grown(memory(), bytes >>> 0)),
  };
}

function grown(memory: Memory, bytes: number): boolean {
  const missing = bytes - memory.buffer.byteLength;
  try {
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
    return true;
  } catch {
    return false;
  }
}
