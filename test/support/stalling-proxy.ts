import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type StallingProxy = {
  readonly port: number;
  /** Takes connections and bytes, and hands nothing on. */
  readonly stall: () => void;
  /** Hands on what it held back. */
  readonly resume: () => void;
  readonly stop: () => Promise<void>;
};

/** Stands before a server, for one process that is to hear nothing of it for a while. */
export async function startStallingProxy(port: number): Promise<StallingProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isStalled = false;
  const flow = ([client, server]: readonly [Socket, Socket]): void => {
    client.pipe(server);
    server.pipe(client);
  };
  const proxy = createServer(client => {
    const pair = [client, connect(port, '127.0.0.1')] as const;
    pairs.add(pair);
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.once('close', () => {
        for (const either of pair) either.destroy();
        pairs.delete(pair);
      });
    }
    if (!isStalled) flow(pair);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (typeof address !== 'object' || address === null) throw new Error('expected a port');
  return {
    port: address.port,
    stall: () => {
      isStalled = true;
      for (const pair of pairs)
        for (const socket of pair) {
          socket.unpipe();
          socket.pause();
        }
    },
    resume: () => {
      isStalled = false;
      for (const pair of pairs) flow(pair);
    },
    stop: async () => {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
