import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Received = { readonly headers: IncomingHttpHeaders; readonly body: string };

/** A server that keeps what it is sent. It answers with these statuses and headers first, and with 200 then. */
export async function startReceiver(
  statuses: readonly number[] = [],
  headers: Readonly<Record<string, string>> = {},
) {
  const requests: Received[] = [];
  const left = [...statuses];
  const server = createServer(async (request, response) => {
    requests.push({ headers: request.headers, body: await text(request) });
    const status = left.shift();
    response.writeHead(status ?? 200, status === undefined ? {} : headers).end('thanks');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    requests,
    get bodies(): readonly string[] {
      return requests.map(({ body }) => body);
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
