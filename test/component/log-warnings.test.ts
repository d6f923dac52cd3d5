import { deepEqual, equal, match } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

const program = `
  import { EventEmitter } from 'node:events';
  import { openLog } from './platform/log.ts';
  import { logWarnings } from './platform/log-warnings.ts';
  logWarnings(openLog({ level: 'warn', pretty: false }));
  const emitter = new EventEmitter();
  for (let count = 0; count < 11; count++) emitter.on('event', () => count);
  process.emitWarning('as raw text', 'OddWarning');
  console.error(new Error('a commit failed'));
`;

/** Warnings before there is a log, and those of a thread. */
const elsewhere = `
  import { once } from 'node:events';
  import { setImmediate as turn } from 'node:timers/promises';
  import { openLog } from './platform/log.ts';
  import { holdWarnings, logWarnings } from './platform/log-warnings.ts';
  import { startWorker } from './platform/threads/worker.ts';
  holdWarnings();
  process.emitWarning('before the log', 'EarlyWarning');
  await turn();
  logWarnings(openLog({ level: 'warn', pretty: false }));
  const module = new URL('data:text/javascript,process.emitWarning("in a thread", "OddWarning")');
  const thread = startWorker(module, { heapMiBMax: 64 });
  const alive = setInterval(() => undefined, 1_000);
  await once(thread.stderr, 'end');
  clearInterval(alive);
`;

const runOf = (source: string) =>
  run(process.execPath, ['--import', 'tsx', '--input-type', 'module', '--eval', source]);

describe('Warnings of Node', function () {
  this.timeout(60_000);

  it('are lines of the log, as is what a library writes, and nothing stands beside it', async () => {
    const { stdout, stderr } = await runOf(program);
    const lines = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    deepEqual(
      lines.map(({ level, warning, text, msg }) => [
        level,
        warning?.name ?? text.split('\n')[0],
        msg,
      ]),
      [
        [40, 'Error: a commit failed', 'text of a library'],
        [40, 'MaxListenersExceededWarning', 'warning of the runtime'],
        [40, 'OddWarning', 'warning of the runtime'],
      ],
    );
    equal(stderr, '');
  });

  it('are lines of the log before it is open, and in threads, too', async () => {
    const { stdout, stderr } = await runOf(elsewhere);
    const warnings = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).warning);
    deepEqual(
      warnings.map(({ name }) => name),
      ['EarlyWarning', 'ThreadWarning'],
    );
    match(warnings[1].message, /OddWarning: in a thread/);
    equal(stderr, '');
  });
});
