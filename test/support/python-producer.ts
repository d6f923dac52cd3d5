import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../platform/package.ts';
import { cacheFolder } from './cache-folder.ts';
import type { Point } from './otel-metric-points.ts';

const run = promisify(execFile);
const version = '1.45.2';
const packages = ['sdk', 'exporter-otlp-proto-http', 'exporter-otlp-proto-grpc'].map(
  name => `opentelemetry-${name}==${version}`,
);
const installMsMax = 120_000;
const sendMsMax = 30_000;
const outputBytesMax = 64 * 1024 ** 2;
const script = join(packageRoot(), 'test/fixtures/producers/otlp.py');

/** A span as the script saw it: some fields of `GET /v1/traces/:id`, in its words. */
export type PythonSpan = {
  readonly trace_id: string;
  readonly span_id: string;
  readonly [field: string]: unknown;
};

export type PythonSent = {
  readonly spans: readonly PythonSpan[];
  readonly points: readonly Point[];
  readonly failures: readonly string[];
};

/** OpenTelemetry's exporters for Python, installed with pip when they are not cached; or why they cannot be had. */
export async function pythonPackages(): Promise<{ path: string } | { missing: string }> {
  try {
    const print = "import sys; print('%d.%d' % sys.version_info[:2])";
    const { stdout } = await run('python3', ['-c', print]);
    const path = join(cacheFolder(), `python-${stdout.trim()}-otlp-http-grpc-${version}`);
    if (!existsSync(path)) await install(path);
    return { path };
  } catch (error) {
    return {
      missing: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
    };
  }
}

async function install(path: string): Promise<void> {
  await mkdir(cacheFolder(), { recursive: true });
  const folder = await mkdtemp(join(cacheFolder(), 'python-'));
  try {
    const given = ['-m', 'pip', 'install', '--quiet', '--target', folder, ...packages];
    await run('python3', given, { timeout: installMsMax });
    await rename(folder, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export type PythonTarget = {
  readonly url: string;
  readonly key: string;
  readonly service: string;
  readonly protocol: 'http/protobuf' | 'grpc';
};

export async function sendFromPython(
  packagesPath: string,
  { url, key, service, protocol }: PythonTarget,
): Promise<PythonSent> {
  const env = { ...process.env, PYTHONPATH: packagesPath, PYTHONDONTWRITEBYTECODE: '1' };
  const options = { env, timeout: sendMsMax, maxBuffer: outputBytesMax };
  const { stdout } = await run('python3', [script, url, key, service, protocol], options);
  return JSON.parse(stdout) as PythonSent;
}
