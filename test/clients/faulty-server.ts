import { Unavailable } from '../../platform/errors.ts';
import { openLog } from '../../platform/log.ts';
import { topics } from '../../schemas/topics.ts';
import type { Platform } from '../../services/open.ts';
import { freePorts } from '../support/free-ports.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Account } from './counted.ts';

type Fault = 'refuses' | 'keeps silent';

export type FaultyServer = {
  readonly current: () => ObservedServer;
  readonly grpcPort: number;
  readonly account: Account;
  /** The log fails at the next append of telemetry, or has it and keeps that to itself until `mend`. */
  readonly break: (fault: Fault) => void;
  readonly mend: () => void;
  readonly stop: () => Promise<void>;
  /** In the same folder and on the same ports. */
  readonly startAgain: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A Tidemark with its engines embedded, an account, and a log that fails when it shall. */
export async function openFaultyServer(): Promise<FaultyServer> {
  const folder = await temporaryFolder();
  const [port, grpcPort = 0] = await freePorts(2);
  const environment = { TIDEMARK_PORT: String(port), TIDEMARK_GRPC_PORT: String(grpcPort) };
  const { decoratePorts, ...faults } = openFaults();
  const log = openLog({ level: 'silent', pretty: false });
  const start = (): Promise<ObservedServer> =>
    startObservedServer({ folder: folder.path, environment, decoratePorts, log });
  let server = await start();
  const { key, verified } = await server.account('ada@example.org', 'shop');
  return {
    ...faults,
    current: () => server,
    grpcPort,
    account: { key, organization: String(verified.body.organization_id) },
    stop: () => server.close(),
    startAgain: async () => {
      server = await start();
    },
    close: async () => {
      faults.mend();
      await server.close();
      await folder.remove();
    },
  };
}

function openFaults() {
  /** By topic, what is to happen at its next append. */
  const faults = new Map<string, Fault>();
  const silent = new Set<() => void>();
  const decoratePorts = (platform: Platform): Platform => ({
    ...platform,
    topicLog: {
      ...platform.topicLog,
      append: async (...append) => {
        const fault = faults.get(append[0]);
        faults.delete(append[0]);
        if (fault === 'refuses') throw new Unavailable('the log cannot be reached');
        const appended = await platform.topicLog.append(...append);
        if (fault === 'keeps silent') await new Promise<void>(resolve => silent.add(resolve));
        return appended;
      },
    },
  });
  return {
    decoratePorts,
    break: (fault: Fault): void => {
      for (const topic of [topics.spans, topics.metrics]) faults.set(topic, fault);
    },
    mend: (): void => {
      faults.clear();
      for (const letGo of silent) letGo();
      silent.clear();
    },
  };
}
