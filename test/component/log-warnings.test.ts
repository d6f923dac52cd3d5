import { deepEqual, equal } from 'node:assert/strict';
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

describe('Warnings of Node', function () {
  this.timeout(60_000);

  it('are lines of the log, as is what a library writes, and nothing stands beside it', async () => {
    const { stdout, stderr } = await run(process.execPath, [
      '--import',
      'tsx',
      '--input-type',
      'module',
      '--eval',
      program,
    ]);
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
});
