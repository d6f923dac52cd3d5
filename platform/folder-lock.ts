import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { FolderInUse } from './errors.ts';

/**
 * Keeps a folder for this process until it is closed. Throws `FolderInUse`. The lock is a name that
 * Linux frees when the process ends, however it ends (unix(7), abstract sockets). Other systems have
 * none: there the operators' socket in the folder refuses the second process, a moment later.
 */
export async function lockFolder(folder: string): Promise<{ readonly close: () => Promise<void> }> {
  if (process.platform !== 'linux') return { close: async () => undefined };
  const { dev, ino } = await stat(folder);
  const server = createServer(socket => socket.destroy());
  server.listen(`\0tidemark-${dev}-${ino}`);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new FolderInUse(folder, { cause: error });
    throw error;
  }
  return { close: () => new Promise(resolve => server.close(() => resolve())) };
}
