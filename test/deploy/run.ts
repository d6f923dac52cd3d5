import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { packageRoot } from '../../platform/package.ts';
import { routes } from '../../schemas/http/routes.ts';
import { composeFaults, readCompose, servicesOf } from './compose.ts';
import { collectorFaults, dockerfileFaults } from './files.ts';
import { gatewayConfig } from './gateway.ts';

// Checks what deploy/ holds as far as this machine can, and names what it cannot.
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const run = promisify(execFile);
const folder = join(packageRoot(), 'deploy');
const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
const secret = (): string => randomBytes(24).toString('hex');

const { compose, missing } = readCompose(await read('compose.yaml'), {
  TIDEMARK_MASTER_KEY: randomBytes(32).toString('base64'),
  TIDEMARK_ADMIN_TOKEN: secret(),
  CLICKHOUSE_PASSWORD: secret(),
  S3_SECRET_ACCESS_KEY: secret(),
});
const gateway = gatewayConfig(routes, {
  'ingest-api': servicesOf(compose, 'ingest-api'),
  'query-api': servicesOf(compose, 'query-api'),
});
if (values.write) await writeFile(join(folder, 'gateway/nginx.conf'), gateway);

const faults = [
  ...missing.map(name => `compose.yaml: ${name} is not made by secrets.sh`),
  ...composeFaults(compose).map(fault => `compose.yaml: ${fault}`),
  ...((await read('gateway/nginx.conf')) === gateway
    ? []
    : ['gateway/nginx.conf is not what the route table says: npm run check:deploy -- --write']),
  ...dockerfileFaults(await read('Dockerfile')).map(fault => `Dockerfile: ${fault}`),
  ...collectorFaults(await read('collector/config.yaml')).map(fault => `collector: ${fault}`),
  ...(await tool('docker', ['compose', '-f', 'compose.yaml', 'config', '--quiet'])),
  ...(await tool('docker', ['build', '-f', 'Dockerfile', '..'])),
  ...(await nginxFaults()),
  ...(await tool('otelcol-contrib', ['validate', '--config', 'collector/config.yaml'])),
];
for (const fault of faults) process.stdout.write(`✘ ${fault}\n`);
if (faults.length === 0) process.stdout.write('✔ deploy/ is as it should be\n');
process.exitCode = faults.length === 0 ? 0 : 1;

/** The same with hosts that can be looked up here. */
async function nginxFaults(): Promise<string[]> {
  const here = ['127.0.0.1'];
  const temporary = await mkdtemp(join(tmpdir(), 'tidemark-gateway-'));
  const file = join(temporary, 'nginx.conf');
  try {
    await writeFile(file, gatewayConfig(routes, { 'ingest-api': here, 'query-api': here }));
    return await tool('nginx', ['-t', '-c', file]);
  } finally {
    await rm(temporary, { recursive: true });
  }
}

/** What a tool of this machine says; a tool that is not here, or does not answer, is skipped by name. */
async function tool(name: string, args: readonly string[]): Promise<string[]> {
  const what = `${name} ${args[0]}`;
  const paths = (process.env.PATH ?? '').split(delimiter).map(path => join(path, name));
  if (!paths.some(existsSync)) return skipped(what, `no ${name} on the PATH`);
  const answers = name !== 'docker' || (await run('docker', ['info']).then(yes, no));
  if (!answers) return skipped(what, 'no Docker daemon answers');
  const environment = {
    ...process.env,
    TIDEMARK_URL: 'http://127.0.0.1:4318',
    TIDEMARK_API_KEY: 'k',
  };
  try {
    await run(name, [...args], { cwd: folder, env: environment });
    return [];
  } catch (error) {
    return [`${what}: ${String(error)}`];
  }
}

function skipped(what: string, why: string): [] {
  process.stdout.write(`skipped: ${what}, ${why}\n`);
  return [];
}

function yes(): boolean {
  return true;
}

function no(): boolean {
  return false;
}
