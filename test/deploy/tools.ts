import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const outputBytesMax = 16 * 1024 * 1024;

/** Programs whose place a variable may name, for machines that have them elsewhere than on the PATH. */
const variables: Readonly<Record<string, string>> = {
  helm: 'HELM_PATH',
  kubeconform: 'KUBECONFORM_PATH',
  promtool: 'PROMTOOL_PATH',
};

/** Where a program of this machine is; undefined where it is not. */
export function findTool(name: string): string | undefined {
  const given = process.env[variables[name] ?? ''];
  if (given !== undefined && given !== '') return given;
  const paths = (process.env.PATH ?? '').split(delimiter).map(path => join(path, name));
  return paths.find(path => existsSync(path));
}

export type ToolRun = {
  readonly name: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
};

/** What a tool finds wrong; one that is not here, or does not answer, is skipped by name. */
export async function toolFaults({ name, args, folder, environment }: ToolRun): Promise<string[]> {
  const what = `${name} ${args[0]}`;
  const path = findTool(name);
  if (path === undefined) return skipped(what, absence(name));
  const answers = name !== 'docker' || (await run('docker', ['info']).then(yes, no));
  if (!answers) return skipped(what, 'no Docker daemon answers');
  const options = { cwd: folder, env: { ...process.env, ...environment } };
  return await run(path, [...args], options).then(
    () => [],
    error => [`${what}: ${String(error)}`],
  );
}

/** What a tool prints. Throws what it says when it fails. */
export async function toolOutput(path: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(path, [...args], { maxBuffer: outputBytesMax });
  return stdout;
}

/** Why a tool is skipped. */
export function absence(name: string): string {
  const variable = variables[name];
  return `no ${name} on the PATH${variable === undefined ? '' : ` or in ${variable}`}`;
}

export function skipped(what: string, why: string): [] {
  process.stdout.write(`skipped: ${what}, ${why}\n`);
  return [];
}

function yes(): boolean {
  return true;
}

function no(): boolean {
  return false;
}
