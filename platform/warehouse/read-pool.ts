import { ConnectionPool } from './connection-pool.ts';
import type { QueryOptions } from './port.ts';

export type ReaderKind = 'organizations' | 'process' | 'probes' | 'operators';

export type ReadLanesOptions<Connection> = {
  /** Connections of each kind. */
  readonly counts: Readonly<Record<ReaderKind, number>>;
  /** Of the organizations' connections, those that one organization may have at once. */
  readonly ownMax: number;
  /** Reads of a kind that may wait for a connection. */
  readonly queuedMax: number;
  readonly open: (kind: ReaderKind) => Promise<Connection>;
  readonly close: (connection: Connection) => Promise<void>;
};

export type ReadLanes<Connection> = {
  /** Runs `work` on a connection of the reader's kind, when it is its turn. */
  use<Result>(
    work: (connection: Connection) => Promise<Result>,
    options: Pick<QueryOptions, 'reader' | 'signal'>,
  ): Promise<Result>;
  close(): Promise<void>;
};

/** The connections that read, apart by what they are for; each is opened when first needed. */
export function openReadLanes<Connection>(
  options: ReadLanesOptions<Connection>,
): ReadLanes<Connection> {
  const { counts, ownMax, queuedMax, open, close } = options;
  const lanesOf = (kind: ReaderKind): ConnectionPool<Connection> =>
    new ConnectionPool({
      name: names[kind],
      lanes: counts[kind],
      queuedMax,
      ...(kind === 'organizations' && { ownLanesMax: ownMax }),
      open: () => open(kind),
      close,
    });
  const lanes: Readonly<Record<ReaderKind, ConnectionPool<Connection>>> = {
    organizations: lanesOf('organizations'),
    process: lanesOf('process'),
    probes: lanesOf('probes'),
    operators: lanesOf('operators'),
  };
  return {
    use: (work, { reader = 'process', signal }) => {
      if (typeof reader === 'object')
        return lanes.organizations.use(work, signal, reader.organization);
      // The next of the operators' statements must not begin before this one has ended.
      return lanes[reader].use(work, reader === 'operators' ? undefined : signal);
    },
    close: async () => {
      await Promise.all(Object.values(lanes).map(each => each.close()));
    },
  };
}

const names: Readonly<Record<ReaderKind, string>> = {
  organizations: 'reads',
  process: 'reads of this process',
  probes: 'checks',
  operators: 'statements of operators',
};
