import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../support/cache-folder.ts';

const run = promisify(execFile);
const version = '4.32.5';
const installMsMax = 5 * 60_000;

/** Schemathesis in an environment of its own, installed with pip when it is not cached; or why it cannot be had. */
export async function schemathesisProgram(): Promise<{ path: string } | { missing: string }> {
  const folder = join(cacheFolder(), `schemathesis-${version}`);
  const path = join(folder, 'bin', 'schemathesis');
  if (existsSync(path)) return { path };
  try {
    await mkdir(cacheFolder(), { recursive: true });
    await run('python3', ['-m', 'venv', folder]);
    const given = ['-m', 'pip', 'install', '--quiet', `schemathesis==${version}`];
    await run(join(folder, 'bin', 'python'), given, { timeout: installMsMax });
    return { path };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
    return { missing: line };
  }
}
