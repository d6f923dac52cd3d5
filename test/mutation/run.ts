import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { faultsOf } from './check.ts';
import { mutants } from './list.ts';
import { type Mutant, mutated, type Sources } from './mutant.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const run = promisify(execFile);
const testMsMax = 240_000;
const sourcePattern = /^(?:domain|platform|projections|schemas|services|test\/support)\/.*\.ts$/u;

type Result = { readonly passes: readonly Title[]; readonly failures: readonly Title[] };
type Title = { readonly fullTitle: string };

const { values } = parseArgs({
  options: { only: { type: 'string' }, check: { type: 'boolean', default: false } },
});
const chosen = mutants.filter(({ name }) => values.only === undefined || name === values.only);
const sources = await readSources();
/** The verdict of each test on the unchanged source. */
const verdictsBefore = new Map<string, string>();

const isGood = (await areAllPlaced()) && (values.check || (await areAllKilled()));
process.exitCode = chosen.length > 0 && isGood ? 0 : 1;

async function areAllPlaced(): Promise<boolean> {
  const faults = await faultsOf(chosen, sources, root);
  for (const fault of faults) process.stdout.write(`✘ ${fault}\n`);
  process.stdout.write(`${chosen.length - faults.length} of ${chosen.length} mutants in place\n`);
  return faults.length === 0;
}

async function areAllKilled(): Promise<boolean> {
  const copy = await copyOfTree();
  let survived = 0;
  try {
    for (const mutant of chosen) {
      const verdict = await attempt(mutant, copy);
      if (verdict !== 'killed') survived++;
      process.stdout.write(`${verdict === 'killed' ? '✔' : '✘'} ${mutant.name}: ${verdict}\n`);
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
  process.stdout.write(`${chosen.length - survived} of ${chosen.length} mutants killed\n`);
  return survived === 0;
}

/** Makes the mutant in the copy, runs the test that must fail, and restores the source. */
async function attempt(mutant: Mutant, folder: string): Promise<string> {
  const made = mutated(mutant, sources);
  if ('fault' in made) return made.fault;
  const file = join(folder, made.file);
  const before = await verdictBefore(mutant, folder);
  if (before !== 'green') return `its test is not green before: ${before}`;
  await writeFile(file, made.source);
  try {
    const after = await verdictOf(mutant, folder);
    return after === 'green' ? 'SURVIVED' : after === 'red' ? 'killed' : after;
  } finally {
    await writeFile(file, sources.get(made.file) ?? '');
  }
}

/** A test that several mutants share runs once on the unchanged source. */
async function verdictBefore(mutant: Mutant, folder: string): Promise<string> {
  const name = `${mutant.spec} ${mutant.test}`;
  const verdict = verdictsBefore.get(name) ?? (await verdictOf(mutant, folder));
  verdictsBefore.set(name, verdict);
  return verdict;
}

/** Green or red for the named test, or why it has no result: it did not run, or the runner crashed. */
async function verdictOf({ spec, test }: Mutant, folder: string): Promise<string> {
  const output = join(folder, 'result.json');
  await rm(output, { force: true });
  const options = ['--reporter', 'json', '--reporter-option', `output=${output}`];
  const mocha = [
    '--no-config',
    '--node-option',
    'import=tsx',
    '--node-option',
    'no-experimental-require-module',
    '--timeout',
    '60000',
    '--exit',
  ];
  await run('npx', ['mocha', ...mocha, '--bail', ...options, '--fgrep', test, spec], {
    cwd: folder,
    env: { ...process.env, TEST_PROOFS: 'whole' },
    timeout: testMsMax,
    maxBuffer: 64 * 1024 * 1024,
  }).catch(() => undefined);
  const text = await readFile(output, 'utf8').catch(() => undefined);
  if (text === undefined) return 'the test run ended without a result';
  const { passes, failures } = JSON.parse(text) as Result;
  if (failures.some(({ fullTitle }) => fullTitle.includes(test))) return 'red';
  return passes.some(({ fullTitle }) => fullTitle.includes(test))
    ? 'green'
    : 'no test of that name';
}

/** Of the product, and of what its tests share. */
async function readSources(): Promise<Sources> {
  const files = (await filesOfTree()).filter(name => sourcePattern.test(name));
  return new Map(
    await Promise.all(
      files.map(async name => [name, await readFile(join(root, name), 'utf8')] as const),
    ),
  );
}

async function filesOfTree(): Promise<readonly string[]> {
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root });
  return stdout.split('\n').filter(line => line !== '');
}

async function copyOfTree(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-mutation-'));
  for (const name of await filesOfTree()) {
    await cp(join(root, name), join(folder, name)).catch(() => undefined);
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
