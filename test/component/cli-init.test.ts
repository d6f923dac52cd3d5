import { equal, match } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { tidemark } from '../support/cli.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

describe('tidemark init, before it registers', () => {
  let folder: TemporaryFolder;
  const servers: Server[] = [];

  before(async () => {
    folder = await temporaryFolder();
  });
  after(async () => {
    for (const server of servers) server.close();
    await folder.remove();
  });

  async function listening(server: Server): Promise<string> {
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const init = (environment: Record<string, string>, ...more: string[]) =>
    tidemark(['init', '--email', 'a@example.org', '--service', 's', ...more], {
      TIDEMARK_DATA_DIR: folder.path,
      ...environment,
    });
  const fails = async (said: ReturnType<typeof init>, sentence: RegExp): Promise<void> => {
    const { code, out, err } = await said;
    equal(code, 1);
    equal(out, '');
    match(err, /^error: [^\n]+\n$/);
    match(err, sentence);
  };

  it('recognises another program on the port, and names the lines to change', async () => {
    const other = createServer((_, response) => response.writeHead(404).end('<h1>not here</h1>'));
    const [, port = ''] = (await listening(other)).split(':');
    const next = Number(port) + 1;
    await fails(
      init({ TIDEMARK_PORT: port }),
      new RegExp(
        `not Tidemark.*TIDEMARK_PORT=${next} tidemark serve, .*--url http://127.0.0.1:${next}$`,
        'm',
      ),
    );
  });

  it('recognises gRPC', async () => {
    const place = await listening(createHttp2Server());
    await fails(
      init({}, '--url', `http://${place}`),
      /speaks gRPC or HTTP\/2.*--url http:\/\/127\.0\.0\.1:4318$/m,
    );
  });

  it('recognises the port of gRPC', () =>
    fails(
      init({}, '--url', 'http://127.0.0.1:4317'),
      /4317, which is gRPC's port: use --url http:\/\/127\.0\.0\.1:4318$/m,
    ));

  it('recognises a server without TLS', async () => {
    const place = await listening(createServer((_, response) => response.end('{}')));
    await fails(
      init({}, '--url', `https://${place}`),
      /does not speak TLS: use --url http:\/\/127/,
    );
  });

  it('recognises that it runs in a container', () =>
    fails(
      init({ KUBERNETES_SERVICE_HOST: '10.0.0.1' }, '--url', 'http://127.0.0.1:1'),
      /this is a container: .*TIDEMARK_HOST=0\.0\.0\.0 tidemark serve.*--url http:\/\/host\.docker\.internal:1$/m,
    ));

  it('starts no server without being asked when nobody sits at a terminal', () =>
    fails(init({ TIDEMARK_PORT: '1' }), /nothing answers.*tidemark serve.*--serve/));
});
