import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Site = {
  readonly origin: string;
  /** It goes with requests to every port of the host. */
  readonly cookie: string;
  readonly close: () => Promise<void>;
};

const cookie = 'session=of-the-site';

/** A site with one empty page that sets a cookie, at an origin of its own. */
export async function startSite(): Promise<Site> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Set-Cookie', `${cookie}; Path=/`);
    response.end('<!doctype html><title>A shop</title>');
  });
  return { ...(await listening(server)), cookie };
}

/** A site that counts whoever connects to it, whether or not a request follows. */
export async function startCounted() {
  let connections = 0;
  const server = createServer((_, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.end();
  });
  server.on('connection', () => connections++);
  return { ...(await listening(server)), connections: () => connections };
}

async function listening(server: Server): Promise<Pick<Site, 'origin' | 'close'>> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
