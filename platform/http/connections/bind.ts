import type { ListenOptions, Server } from 'node:net';

/** Resolves when the server listens; rejects with a sentence that names the place. */
export function bind(server: Server, where: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void => reject(explained(error, where));
    server.once('error', failed);
    server.listen(where, () => {
      server.off('error', failed);
      resolve();
    });
  });
}

function explained(error: Error, { host, port, path }: ListenOptions): Error {
  const place = path ?? `port ${port} of ${host}`;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new Error(`${place} is used by another process`, { cause: error });
  return new Error(`cannot listen on ${place}: ${error.message}`, { cause: error });
}
