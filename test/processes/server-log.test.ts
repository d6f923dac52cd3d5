import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tidemarkCommand } from '../support/command.ts';
import { nodeEnvironment } from '../support/node-flags.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

/** What Node and libraries do that would be raw text: from the start, and when a signal comes. */
const noise = `
  process.emitWarning('before everything', 'EarlyWarning');
  process.on('SIGUSR2', () => {
    process.emitWarning('while it runs', 'LateWarning');
    console.error('two\\nlines');
    setTimeout(() => Promise.reject(new TypeError('nobody handles this')), 100);
  });
`;

type Line = {
  readonly level?: number;
  readonly msg?: string;
  readonly text?: string;
  readonly origin?: string;
  readonly warning?: { readonly name: string };
  readonly err?: { readonly type: string; readonly message: string; readonly stack: string };
};

describe('the log of a server without a terminal', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  let server: ChildProcess;
  let text = { out: '', err: '' };

  beforeEach(async () => {
    folder = await temporaryFolder();
    text = { out: '', err: '' };
  });
  afterEach(async () => {
    server.kill('SIGKILL');
    await folder.remove();
  });

  function serve(environment: Readonly<Record<string, string>> = {}): void {
    const preload = ['--import', `data:text/javascript,${encodeURIComponent(noise)}`];
    server = spawn(process.execPath, [...preload, ...tidemarkCommand(), 'serve'], {
      env: {
        PATH: process.env.PATH,
        ...nodeEnvironment,
        TIDEMARK_DATA_DIR: folder.path,
        TIDEMARK_PORT: '0',
        TIDEMARK_GRPC_PORT: 'off',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    server.stdout?.on('data', chunk => {
      text.out += chunk;
    });
    server.stderr?.on('data', chunk => {
      text.err += chunk;
    });
  }

  /** Fails for a line that is not JSON. */
  const lines = (from: string): Line[] =>
    from
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line));

  it('is one JSON object a line, with warnings, texts of libraries and the error that ends it', async () => {
    serve();
    const ended = once(server, 'close');
    await until('the server to listen', () => text.out.includes('"listening"') || undefined);
    server.kill('SIGUSR2');
    const [code] = await ended;
    equal(code, 1);
    deepEqual(lines(text.err), []);
    const said = lines(text.out);
    ok(said.every(({ level }) => level !== undefined));
    ok(said.some(({ warning }) => warning?.name === 'LateWarning'));
    ok(said.some(line => line.text === 'two\nlines'));
    const last = said.at(-1);
    deepEqual(
      [last?.level, last?.msg, last?.origin, last?.err?.type, last?.err?.message],
      [
        60,
        'uncaught exception: the process ends',
        'unhandledRejection',
        'TypeError',
        'nobody handles this',
      ],
    );
    match(last?.err?.stack ?? '', /at /);
  });

  it('is one JSON object a line when the configuration cannot be used', async () => {
    serve({ TIDEMARK_PORT: 'many' });
    const [code] = await once(server, 'close');
    equal(code, 2);
    deepEqual(lines(text.out), []);
    const [line, ...others] = lines(text.err);
    deepEqual([line?.level, others.length], [60, 0]);
    match(text.err, /TIDEMARK_PORT/);
  });
});
