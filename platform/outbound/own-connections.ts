import { outboundLimits } from './config.ts';
import type { Connections } from './connections.ts';

/** The connections of each organization that sends something. */
export type OwnConnections = {
  /** Does work with the connections of an organization, which are kept for a while after it. */
  readonly use: <Result>(
    organizationId: string,
    work: (connections: Connections) => Promise<Result>,
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
};

type Own = { readonly connections: Connections; users: number; forgetting?: NodeJS.Timeout };

/** Apart, so that requests of one organization to an origin do not wait for those of another to the same origin. */
export function openOwnConnections(open: (organizationId: string) => Connections): OwnConnections {
  const all = new Map<string, Own>();
  const enter = (id: string): Own => {
    const own = all.get(id) ?? { connections: open(id), users: 0 };
    all.set(id, own);
    clearTimeout(own.forgetting);
    own.users++;
    return own;
  };
  const leave = (id: string, own: Own): void => {
    own.users--;
    if (own.users > 0) return;
    own.forgetting = setTimeout(() => {
      all.delete(id);
      void own.connections.agent.destroy();
    }, outboundLimits.idleMsMax).unref();
  };
  return {
    use: async (id, work) => {
      const own = enter(id);
      try {
        return await work(own.connections);
      } finally {
        leave(id, own);
      }
    },
    close: async () => {
      const closing = [...all.values()].map(({ connections, forgetting }) => {
        clearTimeout(forgetting);
        return connections.agent.destroy();
      });
      await Promise.all(closing);
    },
  };
}
