import { join } from 'node:path';
import { readConfiguration } from '../../platform/config/config.ts';
import { type RoleName, roleNames } from '../../platform/config/role-names.ts';
import { openLog } from '../../platform/log.ts';
import { openPlatform } from '../../services/open.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { observed } from './observed.ts';
import type { ObservedServer } from './observed-server.ts';
import { mailsTo, openOutboxReader } from './outbox.ts';
import { type RoleProcess, startRoles } from './role-process.ts';
import { clientOf } from './server.ts';
import type { Servers } from './servers.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

/** What an end-to-end test needs of a Tidemark, whichever way it runs. */
export type WholeTidemark = Pick<
  ObservedServer,
  | 'url'
  | 'grpcPort'
  | 'urlOf'
  | 'post'
  | 'get'
  | 'account'
  | 'mailsTo'
  | 'dataDirs'
  | 'platform'
  | 'caughtUp'
  | 'deadLetters'
  | 'close'
>;

export type Cluster = WholeTidemark & {
  readonly gateway: Gateway;
  readonly processes: RoleProcess[];
  /** Starts one more process and lets it take its share of the requests. */
  readonly add: (
    roles: readonly RoleName[],
    environment?: Record<string, string>,
  ) => Promise<RoleProcess>;
  /** Takes a process from the gateway and waits for its end. */
  readonly remove: (process: RoleProcess, signal: NodeJS.Signals) => Promise<unknown>;
};

/** Every role in a process of its own, on servers, behind one address. */
export async function startCluster(
  { environment }: Servers,
  layout: readonly (readonly RoleName[])[] = roleNames.map(name => [name]),
): Promise<Cluster> {
  const folder = await temporaryFolder();
  const gateway = await startGateway();
  const processes: RoleProcess[] = [];
  let started = 0;
  const share = (): void => {
    const serving = (role: RoleName): string[] =>
      processes.filter(({ roles }) => roles.includes(role)).map(({ url }) => url);
    for (const role of roleNames) gateway.targets.set(role, serving(role));
    // Every process has operators' routes; this one has all of them.
    gateway.targets.set('admin', serving('ingest-api'));
  };
  const add: Cluster['add'] = async (roles, more = {}) => {
    const dataDir = join(folder.path, `${started}-${roles.join('-')}`);
    // In turns, as while they are configured anew: every process reads what both write.
    const mixed = { KAFKA_COMPRESSION: started++ % 2 === 0 ? 'zstd' : 'none' };
    // Links lead to the one address, whichever process writes them.
    const links = { TIDEMARK_PUBLIC_URL: gateway.url };
    const settings = { ...mixed, ...links, ...environment, ...more };
    const process = await startRoles({ roles, dataDir, environment: settings });
    processes.push(process);
    share();
    return process;
  };
  const remove: Cluster['remove'] = async (process, signal) => {
    processes.splice(processes.indexOf(process), 1);
    share();
    process.kill(signal);
    return process.ended;
  };
  await Promise.all(layout.map(roles => add(roles)));
  const { close: closePlatform, ...platform } = await openPlatform(
    readConfiguration({
      environment: {
        KAFKA_COMPRESSION: 'zstd',
        ...environment,
        TIDEMARK_DATA_DIR: join(folder.path, 'test'),
      },
    }),
    openLog({ level: 'warn', pretty: false }),
  );
  const readMail = openOutboxReader();
  const mailing = (): RoleProcess[] => processes.filter(({ roles }) => roles.includes('notifier'));
  const codeFor = (email: string): Promise<string> =>
    until(`the code for ${email}`, async () => {
      for (const { dataDir } of mailing()) {
        const code = await readMail(dataDir, email);
        if (code !== undefined) return code;
      }
      return undefined;
    });
  return {
    ...clientOf(gateway.url, codeFor),
    ...observed(platform),
    dataDirs: () => processes.map(({ dataDir }) => dataDir),
    mailsTo: email =>
      mailsTo(
        mailing().map(({ dataDir }) => dataDir),
        email,
      ),
    url: gateway.url,
    grpcPort: processes.find(({ grpcPort }) => grpcPort !== undefined)?.grpcPort,
    platform,
    gateway,
    processes,
    add,
    remove,
    urlOf: role => processes.find(({ roles }) => roles.includes(role))?.url ?? gateway.url,
    close: async () => {
      await Promise.all([...processes].map(process => remove(process, 'SIGTERM')));
      await gateway.stop();
      await closePlatform();
      await folder.remove();
    },
  };
}
