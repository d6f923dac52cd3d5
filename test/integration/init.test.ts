import { equal, match, rejects } from 'node:assert/strict';
import { start } from '../support/cli-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

describe('tidemark init --serve, where no server runs', function () {
  this.timeout(120_000);

  it('is the server until it is ended, and leaves none behind', async () => {
    const folder = await temporaryFolder();
    const environment = { TIDEMARK_DATA_DIR: folder.path, TIDEMARK_PORT: '0' };
    const argv = [
      'init',
      '--email',
      'Ada@example.org',
      '--service',
      'checkout',
      '--serve',
      '--json',
    ];
    const command = start(argv, environment);
    const [key, first] = await until(
      'the first span',
      () => {
        if (command.child.exitCode !== null) throw new Error(command.err());
        const lines = command.out().split('\n').slice(0, -1);
        return lines.length === 2 && lines.map(line => JSON.parse(line));
      },
      60_000,
    );
    const headers = { 'X-API-Key': key.api_key };
    equal((await fetch(first.trace_url, { headers })).status, 200);
    command.child.kill('SIGTERM');
    equal(await command.exit, 0);
    equal(command.err(), '');
    await rejects(fetch(first.trace_url, { headers }));
    await folder.remove();
  });

  it('says so when the folder belongs to a server on another port', async () => {
    const folder = await temporaryFolder();
    const environment = { TIDEMARK_DATA_DIR: folder.path, TIDEMARK_PORT: '0' };
    const server = start(['serve'], environment);
    await until('the server', () => server.out().includes('"listening"'));
    const argv = ['init', '--email', 'a@example.org', '--service', 's', '--serve'];
    const command = start(argv, environment);
    equal(await command.exit, 1);
    match(command.err(), /^error: another Tidemark process uses/);
    server.child.kill('SIGTERM');
    equal(await server.exit, 0);
    await folder.remove();
  });
});
