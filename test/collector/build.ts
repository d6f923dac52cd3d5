import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cacheFolder } from '../support/cache-folder.ts';

const run = promisify(execFile);
const version = '0.155.0';
const builder = `go.opentelemetry.io/collector/cmd/builder@v${version}`;
const recipe = fileURLToPath(new URL('builder.yaml', import.meta.url));
const buildMsMax = 20 * 60_000;

/**
 * The OpenTelemetry Collector with what a queue in files needs, built with Go from its modules when
 * it is not cached; some minutes. Undefined, with the reason, where that is not possible.
 */
export async function collectorBinary(): Promise<{ path: string } | { missing: string }> {
  const cache = cacheFolder();
  const path = await placeOfBinary();
  if (existsSync(path)) return { path };
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'collector-'));
  try {
    await build(folder);
    await rename(join(folder, 'dist', 'collector'), path);
    return { path };
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same only where it has been built before. */
export async function cachedCollector(): Promise<string | undefined> {
  const path = await placeOfBinary();
  return existsSync(path) ? path : undefined;
}

async function placeOfBinary(): Promise<string> {
  const made = createHash('sha256')
    .update(await readFile(recipe))
    .digest('hex')
    .slice(0, 8);
  return join(cacheFolder(), `collector-${version}-${made}`);
}

/** At the lowest priority and one package at a time: whoever builds has other things to do. */
async function build(folder: string): Promise<void> {
  const env = { ...process.env, GOBIN: folder, GOFLAGS: '-buildvcs=false -p=1' };
  const options = { cwd: folder, env, timeout: buildMsMax, maxBuffer: 64 * 1024 ** 2 };
  const config = join(folder, 'builder.yaml');
  await copyFile(recipe, config);
  await run('nice', ['-n', '19', 'go', 'install', builder], options);
  const given = [`--config=${config}`, `--output-path=${join(folder, 'dist')}`];
  await run('nice', ['-n', '19', join(folder, 'builder'), ...given], options);
}
