import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../platform/package.ts';
import { routes } from '../../schemas/http/routes.ts';
import { chartFaults, renderedFaults } from './chart/check.ts';
import { generatedParts } from './chart/generated.ts';
import { readChart } from './chart/read.ts';
import { composeFaults, readCompose, servicesOf } from './compose.ts';
import { collectorFaults, dockerfileFaults } from './files.ts';
import { gatewayConfig } from './gateway.ts';
import { monitoringFaults, monitoringFiles, panelsAsRules } from './monitoring/files.ts';
import { toolFaults } from './tools.ts';

// Checks what deploy/ holds as far as this machine can, and names what it cannot.
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const folder = join(packageRoot(), 'deploy');
const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
const secret = (): string => randomBytes(24).toString('hex');
/** What the example for the Collector reads. */
const environment = { TIDEMARK_URL: 'http://127.0.0.1:4318', TIDEMARK_API_KEY: 'k' };
const tool = (name: string, args: readonly string[]): Promise<string[]> =>
  toolFaults({ name, args, folder, environment });

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
const generated = { 'gateway/nginx.conf': gateway, ...monitoringFiles() };
if (values.write) {
  for (const [name, text] of Object.entries(generated)) await writeFile(join(folder, name), text);
  for (const { path, expected } of generatedParts(readChart())) await writeFile(path, expected);
}

const faults = [
  ...missing.map(name => `compose.yaml: ${name} is not made by secrets.sh`),
  ...composeFaults(compose).map(fault => `compose.yaml: ${fault}`),
  ...(await staleFaults()),
  ...monitoringFaults(await readFile(join(packageRoot(), 'docs/operations.md'), 'utf8')),
  ...dockerfileFaults(await read('Dockerfile')).map(fault => `Dockerfile: ${fault}`),
  ...collectorFaults(await read('collector/config.yaml')).map(fault => `collector: ${fault}`),
  ...chartFaults(readChart()).map(fault => `helm: ${fault}`),
  ...(await renderedFaults()).map(fault => `helm: ${fault}`),
  ...(await tool('docker', ['compose', '-f', 'compose.yaml', 'config', '--quiet'])),
  ...(await tool('docker', ['build', '-f', 'Dockerfile', '..'])),
  ...(await nginxFaults()),
  ...(await tool('otelcol-contrib', ['validate', '--config', 'collector/config.yaml'])),
  ...(await tool('promtool', ['check', 'rules', 'monitoring/tidemark-rules.yaml'])),
  ...(await tool('promtool', ['test', 'rules', '../test/deploy/monitoring/rules.test.yaml'])),
  ...(await panelFaults()),
];
for (const fault of faults) process.stdout.write(`✘ ${fault}\n`);
if (faults.length === 0) process.stdout.write('✔ deploy/ is as it should be\n');
process.exitCode = faults.length === 0 ? 0 : 1;

/** What is generated must be what its sources say. */
async function staleFaults(): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, text] of Object.entries(generated)) {
    const written = await read(name).catch(() => undefined);
    if (written !== text) faults.push(`${name} is out of date: npm run check:deploy -- --write`);
  }
  return faults;
}

/** The queries of the panels, as rules that a tool can read. */
async function panelFaults(): Promise<string[]> {
  const temporary = await mkdtemp(join(tmpdir(), 'tidemark-panels-'));
  const file = join(temporary, 'panels.yaml');
  try {
    await writeFile(file, panelsAsRules());
    return await tool('promtool', ['check', 'rules', file]);
  } finally {
    await rm(temporary, { recursive: true });
  }
}

/** The same with hosts that can be looked up here, and a log that can be opened: the output of a child of Node is a socket. */
async function nginxFaults(): Promise<string[]> {
  const here = ['127.0.0.1'];
  const temporary = await mkdtemp(join(tmpdir(), 'tidemark-gateway-'));
  const file = join(temporary, 'nginx.conf');
  try {
    const config = gatewayConfig(routes, { 'ingest-api': here, 'query-api': here });
    await writeFile(file, config.replaceAll(/\/dev\/std\w+/g, '/dev/null'));
    return await tool('nginx', ['-t', '-c', file]);
  } finally {
    await rm(temporary, { recursive: true });
  }
}
