import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a server of the demo's own on a free port, until it is closed or the demo has ended; returns its URL. */
export async function listen(server: Server, signal: AbortSignal): Promise<string> {
  server.listen({ port: 0, host: '127.0.0.1', signal });
  await once(server, 'listening', { signal });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
