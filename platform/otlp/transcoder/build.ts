import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { packageRoot } from '../../package.ts';
import { programPath } from '../json/compiled/open.ts';

const root = packageRoot();
const entry = 'platform/otlp/transcoder/assembly/transcode.ts';
const options = ['-O3', '--runtime', 'stub', '--noAssert', '--memoryBase', '65536'];

/** Compiles the transcoder, unless it is compiled already from the same source by the same compiler. */
export async function buildTranscoder(): Promise<void> {
  const key = sourceKey();
  const path = programPath();
  const keyPath = `${path}.key`;
  if (existsSync(path) && existsSync(keyPath) && readFileSync(keyPath, 'utf8') === key) return;
  const program = await compile();
  mkdirSync(dirname(path), { recursive: true });
  replace(path, program);
  replace(keyPath, key);
}

/** The same bytes for the same source, wherever they are compiled. */
export async function compile(): Promise<Uint8Array> {
  let program: Uint8Array | undefined;
  const { error, stderr } = await asc.main([entry, '--outFile', 'out.wasm', ...options], {
    readFile: (name, base) => read(join(root, base, name)),
    writeFile: (_, content) => {
      program = content as Uint8Array;
    },
    listFiles: () => null,
  });
  if (error !== null || program === undefined) {
    throw new Error(`the transcoder cannot be compiled:\n${stderr.toString()}`, { cause: error });
  }
  return program;
}

function sourceKey(): string {
  const hash = createHash('sha256').update(compilerVersion()).update(options.join(' '));
  const folder = join(root, 'platform/otlp/transcoder/assembly');
  const files = readdirSync(folder)
    .sort()
    .map(name => join(folder, name));
  const layout = join(root, 'platform/otlp/json/compiled/layout.ts');
  for (const file of [...files, layout])
    hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex');
}

const compilerVersion = (): string =>
  (createRequire(import.meta.url)('assemblyscript/package.json') as { version: string }).version;

const read = (path: string): string | null =>
  existsSync(path) ? readFileSync(path, 'utf8') : null;

/** Whoever reads at the same time has the old bytes or the new. */
function replace(path: string, content: Uint8Array | string): void {
  const written = `${path}.${process.pid}`;
  writeFileSync(written, content);
  renameSync(written, path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildTranscoder();
