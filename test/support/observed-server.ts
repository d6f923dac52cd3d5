import type { RoleName } from '../../platform/config/role-names.ts';
import type { Platform } from '../../services/open.ts';
import { observed } from './observed.ts';
import { startServer } from './server.ts';
import { closeTestWarehouse } from './warehouse.ts';

export type ObservedServer = Awaited<ReturnType<typeof startObservedServer>>;

/** A whole server whose engines a test can look into. */
export async function startObservedServer(options: Parameters<typeof startServer>[0] = {}) {
  await closeTestWarehouse();
  const { decoratePorts = platform => platform } = options;
  let seen: Platform | undefined;
  const server = await startServer({
    ...options,
    decoratePorts: platform => {
      seen = platform;
      return decoratePorts(platform);
    },
  });
  if (seen === undefined) throw new Error('expected the server to open its engines');
  const platform = seen;
  /** Of a process that serves a role, past what may stand before all of them. */
  const urlOf = (_role: RoleName): string => server.url;
  return { ...server, ...observed(platform), platform, urlOf };
}
