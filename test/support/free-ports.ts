import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below the ports that systems give to outgoing connections, one of which would be there before a server that starts late. */
const [first, last] = [20_000, 32_000];
const triesMax = 1_000;

/** Ports of 127.0.0.1 at which nobody listens, each another. */
export async function freePorts(count: number): Promise<number[]> {
  const held: Server[] = [];
  const ports: number[] = [];
  for (let left = triesMax; ports.length < count && left > 0; left--) {
    const port = first + Math.floor(Math.random() * (last - first));
    const server = await listening(port);
    if (server === undefined) continue;
    held.push(server);
    ports.push(port);
  }
  for (const server of held) await new Promise(resolve => server.close(resolve));
  if (ports.length < count) throw new Error(`expected ${count} free ports, found ${ports.length}`);
  return ports;
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

async function listening(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, '127.0.0.1');
  return once(server, 'listening').then(
    () => server,
    () => undefined,
  );
}
