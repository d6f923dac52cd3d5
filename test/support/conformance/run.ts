import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../../platform/package.ts';

/** What a scenario found of one requirement. */
export type Check = {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
};

/** The checks of each scenario. */
export type Findings = ReadonlyMap<string, readonly Check[]>;

const program = join(packageRoot(), 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const msMax = 120_000;
const execute = promisify(execFile);

const script = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`;

/** The package imports a function that Node has from version 22 on, for a command that is not used here. */
const withGlob = script(
  `export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = undefined;`,
);
const hooks = script(
  `export const resolve = (name, context, next) => name === 'fs' && context.parentURL?.endsWith('/conformance/dist/index.js')
    ? { url: ${JSON.stringify(withGlob)}, shortCircuit: true } : next(name, context);`,
);
const preload = script(
  `import { register } from 'node:module'; register(${JSON.stringify(hooks)});`,
);

const conformance = async (...given: readonly string[]): Promise<string> => {
  const options = { timeout: msMax, maxBuffer: 64 * 1024 ** 2 };
  const args = ['--import', preload, program, ...given];
  return (await execute(process.execPath, args, options)).stdout;
};

/** Every scenario for servers that the package has. */
export async function scenarios(): Promise<readonly string[]> {
  const listed = await conformance('list', '--server');
  return [...listed.matchAll(/^ {2}- (?<name>\S+)/gmu)].map(({ groups }) => groups?.name ?? '');
}

/** Runs all of them against a server. */
export async function runScenarios(url: string): Promise<Findings> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    // Some fail, for the names that they want, so the command does.
    await conformance('server', '--url', url, '--suite', 'all', '--output-dir', folder).catch(
      () => undefined,
    );
    const found = (await readdir(folder)).map(async name => {
      const checks = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8'));
      return [scenarioOf(name), checks as readonly Check[]] as const;
    });
    return new Map(await Promise.all(found));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of a folder such as `server-ping-2026-01-01T00-00-00-000Z`. */
const scenarioOf = (folder: string): string =>
  /^server-(?<name>.+)-\d{4}-\d\d-\d\dT[-\d]+Z$/u.exec(folder)?.groups?.name ?? folder;
