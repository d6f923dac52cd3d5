import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { terminalSvg } from './terminal-svg.ts';

/**
 * Writes docs/demo.svg: the real output of `npm run demo -- --seconds 60` as a terminal shows it.
 * Run it with `node --import tsx docs/record/demo.ts`, or with a file that holds a recorded output.
 * `script` of util-linux gives the demo a terminal, because it prints colours only there.
 */
const command = 'npm run demo -- --seconds 60';
// npm would draw its own progress over what the demo prints.
const run = command.replace('npm', 'npm --no-progress');
const recorded = process.argv[2];
const output =
  recorded === undefined
    ? execFileSync('script', ['-qec', run, '/dev/null'], { encoding: 'utf8' })
    : readFileSync(recorded, 'utf8');

const lines = output
  .replaceAll('\r', '')
  .split('\n')
  .filter(line => !(line.startsWith('> ') || line.startsWith('Script ')));
const target = fileURLToPath(new URL('../demo.svg', import.meta.url));
writeFileSync(target, terminalSvg(`$ ${command}`, lines.join('\n').trim().split('\n')));
