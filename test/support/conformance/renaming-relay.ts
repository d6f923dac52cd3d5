import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Message = {
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly uri?: string;
    readonly arguments?: Readonly<Record<string, string>>;
  };
};

/** A server that passes each message on after `rename`, with a key. */
export async function startRenamingRelay(
  url: string,
  key: string,
  rename: (message: Message) => Message,
) {
  const server = createServer(async (request, response) => {
    const { method = 'GET' } = request;
    const sent = await textOf(request);
    const passed = await fetch(url, {
      method,
      headers: { ...protocolHeaders(request), 'X-API-Key': key },
      ...(sent !== '' && { body: JSON.stringify(rename(JSON.parse(sent))) }),
    });
    const type = passed.headers.get('Content-Type');
    response.writeHead(passed.status, type === null ? {} : { 'Content-Type': type });
    response.end(await passed.text());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

const protocolHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && /^(?:accept|content-type|mcp-.*)$/u.test(name)
        ? [[name, value]]
        : [],
    ),
  );
