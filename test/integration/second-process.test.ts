import { equal, match } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { tidemarkCommand } from '../support/command.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

/** Each test starts servers in processes of their own. */
const testMsMax = 120_000;

describe('a second process on the data folder', function () {
  this.timeout(testMsMax);
  let folder: TemporaryFolder;
  const servers: ChildProcess[] = [];

  before(async () => {
    folder = await temporaryFolder();
  });

  after(async () => {
    for (const server of servers) server.kill('SIGKILL');
    await folder.remove();
  });

  function serve(): ChildProcess {
    const environment = { ...process.env, TIDEMARK_DATA_DIR: folder.path, TIDEMARK_PORT: '0' };
    const server = spawn(process.execPath, [...tidemarkCommand(), 'serve'], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    servers.push(server);
    return server;
  }

  it('says so in one sentence and exits with 1, and the first goes on', async () => {
    const first = serve();
    await said(first, 'listening');
    const { code, errors } = await ended(serve());
    equal(code, 1);
    match(errors, /^[^\n]+\n$/);
    match(errors, /another Tidemark process uses/);
    equal(errors.includes(folder.path), true, errors);
    equal(first.exitCode, null);
  });

  it('starts at once on a folder whose server was killed', async () => {
    const [first] = servers;
    first?.kill('SIGKILL');
    await said(serve(), 'listening');
  });
});

async function said(server: ChildProcess, text: string): Promise<void> {
  if (server.stdout === null) throw new Error('expected a pipe');
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.includes(text)) return;
  }
  throw new Error(`expected the server to say ${text}, it ended`);
}

async function ended(server: ChildProcess): Promise<{ code: number | null; errors: string }> {
  const chunks: Buffer[] = [];
  server.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  server.stdout?.resume();
  const code = await new Promise<number | null>(resolve => server.once('close', resolve));
  return { code, errors: Buffer.concat(chunks).toString() };
}
