import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { affectedTests } from './choose.ts';

// Checks types, and the style and tests of what changed since HEAD, or since `--base REF`. The tests of the slower
// lanes are listed, and run with `--all`. See `choose.ts` for what is found and what is left to the gate.
const { values } = parseArgs({
  options: { base: { type: 'string' }, all: { type: 'boolean', default: false } },
});
const buildInfo = 'node_modules/.cache/tidemark/affected.tsbuildinfo';
const outputBytesMax = 64 * 1024 ** 2;
const fastLane = /^test\/(unit|component)\//;

const seconds = (sinceMs: number): string =>
  `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const git = (...args: readonly string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: outputBytesMax })
    .split('\n')
    .filter(Boolean);

function changedFiles(): string[] {
  const tracked = git('diff', '--name-only', '--relative', values.base ?? 'HEAD');
  return [...new Set([...tracked, ...git('ls-files', '--others', '--exclude-standard')])];
}

function sourcesByFile(): Map<string, string> {
  const files = git('ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.mjs');
  return new Map(
    files.filter(file => existsSync(file)).map(file => [file, readFileSync(file, 'utf8')]),
  );
}

/** Runs a program of a package and prints what it wrote when it ends; whether it succeeded. */
function step(name: string, program: string, args: readonly string[]): Promise<boolean> {
  const startedMs = performance.now();
  return new Promise(resolve => {
    const run = [`node_modules/${program}`, ...args];
    execFile(process.execPath, run, { maxBuffer: outputBytesMax }, (error, stdout, stderr) => {
      if (stdout + stderr !== '') process.stdout.write(stdout + stderr);
      print(`${error === null ? '✔' : '✘'} ${name}: ${seconds(startedMs)}`);
      resolve(error === null);
    });
  });
}

const startedMs = performance.now();
const changed = changedFiles();
const tests = affectedTests(changed, sourcesByFile());
const chosen = tests.filter(file => values.all || fastLane.test(file));
print(`✔ ${changed.length} changed files, ${tests.length} affected tests: ${seconds(startedMs)}`);
for (const test of tests) print(`  ${chosen.includes(test) ? 'runs' : 'with --all'}  ${test}`);
const present = changed.filter(file => existsSync(file));
const steps = [
  step('types', 'typescript/bin/tsc', [
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    buildInfo,
  ]),
];
if (present.length > 0) {
  const options = ['check', '--no-errors-on-unmatched', '--files-ignore-unknown=true'];
  steps.push(step('style', '@biomejs/biome/bin/biome', [...options, ...present]));
}
if (chosen.length > 0)
  steps.push(step('tests', 'mocha/bin/mocha.js', ['--reporter', 'dot', ...chosen]));
const isGood = (await Promise.all(steps)).every(Boolean);
print(`${isGood ? '✔' : '✘'} all: ${seconds(startedMs)}`);
process.exitCode = isGood ? 0 : 1;
