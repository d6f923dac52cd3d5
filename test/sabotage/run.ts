import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { sabotages } from './list.ts';
import { places, type Sabotage } from './sabotage.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const run = promisify(execFile);
const testMsMax = 240_000;

type Result = { readonly passes: readonly Title[]; readonly failures: readonly Title[] };
type Title = { readonly fullTitle: string };

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = sabotages.filter(({ name }) => values.only === undefined || name === values.only);
const copy = await copyOfTree();
/** What each test said of the whole source. */
const wholeVerdicts = new Map<string, string>();
let survived = 0;
try {
  for (const sabotage of chosen) {
    const verdict = await attempt(sabotage, copy);
    if (verdict !== 'noticed') survived++;
    process.stdout.write(`${verdict === 'noticed' ? '✔' : '✘'} ${sabotage.name}: ${verdict}\n`);
  }
} finally {
  await rm(copy, { recursive: true, force: true });
}
process.stdout.write(`${chosen.length - survived} of ${chosen.length} breakages noticed\n`);
process.exitCode = chosen.length > 0 && survived === 0 ? 0 : 1;

/** Breaks one line of the copy, runs the test that must notice, and mends the line again. */
async function attempt(sabotage: Sabotage, folder: string): Promise<string> {
  const file = join(folder, sabotage.file);
  const source = await readFile(file, 'utf8');
  const found = places(sabotage, source);
  if (found !== 1) return `expected its anchor once in ${sabotage.file}, found it ${found} times`;
  const whole = await verdictBefore(sabotage, folder);
  if (whole !== 'green') return `its test is not green before: ${whole}`;
  await writeFile(
    file,
    source.replace(sabotage.anchor, () => sabotage.breakage),
  );
  try {
    const after = await failuresOf(sabotage, folder);
    return after === 'green' ? 'NOT NOTICED' : after === 'red' ? 'noticed' : after;
  } finally {
    await writeFile(file, source);
  }
}

/** A test that several breakages share is run once on the whole source. */
async function verdictBefore(sabotage: Sabotage, folder: string): Promise<string> {
  const name = `${sabotage.spec} ${sabotage.test}`;
  const verdict = wholeVerdicts.get(name) ?? (await failuresOf(sabotage, folder));
  wholeVerdicts.set(name, verdict);
  return verdict;
}

/** Whether the named test passes; anything else (it did not run, it crashed the runner) is told. */
async function failuresOf({ spec, test }: Sabotage, folder: string): Promise<string> {
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

async function copyOfTree(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-sabotage-'));
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root });
  for (const name of stdout.split('\n').filter(line => line !== '')) {
    await cp(join(root, name), join(folder, name)).catch(() => undefined);
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
