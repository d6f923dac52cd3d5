import { join } from 'node:path';
import { openCommandsUnderWay } from '../platform/commands/under-way.ts';
import type { Configuration } from '../platform/config/config.ts';
import { type RoleName, roleNames } from '../platform/config/role-names.ts';
import { createDiskSpaceMonitor, type FreeSpace } from '../platform/disk/disk-space-monitor.ts';
import { withDiskSpaceGuard } from '../platform/disk/with-disk-space-guard.ts';
import { startSocketServer } from '../platform/http/connections/socket.ts';
import { openRecentRequests } from '../platform/http/request-log.ts';
import type { Running } from '../platform/lifecycle.ts';
import type { Log } from '../platform/log.ts';
import { watchMailer } from '../platform/mail-watch/watched-mailer.ts';
import { openMetrics } from '../platform/metrics/registry.ts';
import { startRuntimeMetrics } from '../platform/metrics/runtime.ts';
import type { Telemetry } from '../platform/metrics/telemetry.ts';
import { packageVersion } from '../platform/package.ts';
import { startProjections } from '../projections/engine/run.ts';
import { ingressTopics } from '../schemas/topics.ts';
import { openJobs } from './admin/jobs.ts';
import { openApps, type ProcessState } from './apps.ts';
import { type FolderEngines, openBackUp } from './data-folder/backup.ts';
import { wishCompaction } from './data-folder/compaction.ts';
import { openAdmission } from './ingest-api/admission/open.ts';
import { startKeyUses } from './key-uses.ts';
import { type Opened, openPlatform, type Platform } from './open.ts';
import { startPorts } from './ports.ts';
import { projectionsOf, type Role, type RoleDependencies, roles } from './roles.ts';
import { assertSharedEngines } from './shared-engines.ts';

export type TidemarkOptions = {
  readonly configuration: Configuration;
  /** All of them when absent. */
  readonly roles?: readonly RoleName[];
  readonly log: Log;
  readonly clock?: () => number;
  /** False: only the socket of the operators, no port. */
  readonly listen?: boolean;
  /** Hears of each code that was mailed: for a person at the terminal. */
  readonly codeMailed?: RoleDependencies['codeMailed'];
  /** Tells how much room there is; the file system when absent. */
  readonly freeSpace?: (folder: string) => Promise<FreeSpace>;
  /** Lets a test put something around the ports. */
  readonly decoratePorts?: (platform: Platform) => Platform;
};

/** How long a start waits for the events of the time before it. */
const catchUpMsMax = 2_000;

export type Tidemark = Running & {
  /** '' when it does not listen. */
  readonly url: string;
  /** Of OTLP over gRPC; undefined where it is not taken. */
  readonly grpcPort: number | undefined;
  readonly adminSocket: string;
};

/**
 * Opens the engines, starts the roles and then listens. When something does not start, what did is
 * stopped again. `stop` first stops listening, then the roles from the start of the pipeline to its
 * end, then the engines. Throws `FolderInUse` and `ConfigurationError`.
 */
export async function startTidemark(options: TidemarkOptions): Promise<Tidemark> {
  const { configuration, log, clock = Date.now, listen = true } = options;
  const started: Running[] = [];
  const stopping = new AbortController();
  const state: ProcessState = { url: '', stopping, halts: [], startedAtMs: clock() };
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping.abort();
    stopped ??= stopAll(started);
    return stopped;
  };
  const register = <Component extends Running>(component: Component): Component => {
    started.push(component);
    return component;
  };
  try {
    const chosen = roleNames.filter(name => options.roles?.includes(name) ?? true);
    assertSharedEngines(chosen, configuration);
    const { embedded, ...context } = await openContext(options, { clock, state, chosen, register });
    await caughtUp(context.projections);
    for (const name of chosen) {
      const { start }: Role = roles[name];
      if (start !== undefined) register(await start(context));
    }
    const telemetry = await openTelemetry(configuration);
    if (telemetry !== undefined) register(telemetry);
    const { recent } = context;
    const add: typeof recent.add = request => {
      recent.add(request);
      telemetry?.answered(request);
    };
    const { used } = register(startKeyUses(context));
    const operators = { jobs: register(openJobs(context)), ...backUpOf(embedded, options) };
    const apps = openApps({ context, chosen, state, used, operators, recent: { ...recent, add } });
    // Where it listens, which is another address than that of links behind a proxy.
    let address = {};
    let grpcPort: number | undefined;
    if (listen) {
      const { metrics } = context;
      const options = { apps, configuration, recent, log, metrics, clock };
      const ports = register(await startPorts(options));
      const { publicUrl } = configuration;
      state.url = publicUrl ?? ports.url;
      ({ grpcPort } = ports);
      address = { url: ports.url, grpc_port: grpcPort, public_url: publicUrl };
    }
    const adminSocket = join(configuration.dataDir, 'admin.sock');
    register(await startSocketServer({ app: apps.operators, path: adminSocket }));
    log.info({ ...address, roles: chosen }, listen ? 'listening' : 'open for operators');
    return { url: state.url, grpcPort, adminSocket, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const backUpOf = (
  embedded: FolderEngines | undefined,
  { configuration, clock = Date.now }: TidemarkOptions,
) =>
  embedded && {
    backUp: openBackUp(configuration.dataDir, embedded, { version: packageVersion(), clock }),
  };

type ContextParts = {
  readonly clock: () => number;
  readonly state: ProcessState;
  readonly chosen: readonly RoleName[];
  readonly register: <Component extends Running>(component: Component) => Component;
};

async function openContext(
  options: TidemarkOptions,
  { clock, state, chosen, register }: ContextParts,
): Promise<RoleDependencies & Pick<Opened, 'embedded'>> {
  const { configuration, log, codeMailed, decoratePorts = platform => platform } = options;
  const { close, embedded, ...opened } = await openPlatform(configuration, log);
  register({ stop: close });
  const disk = register(await createDiskSpaceMonitor({ ...options, ...diskOf(configuration) }));
  const engines = decoratePorts(opened);
  const { mailer, works: mailWorks } = watchMailer(engines.mailer);
  const platform = {
    ...engines,
    mailer,
    topicLog: withDiskSpaceGuard(engines.topicLog, ingressTopics, disk.ensureRoom),
  };
  const metrics = openMetrics();
  register(startRuntimeMetrics(metrics));
  metrics.gauge('tidemark_disk_free_bytes', () => disk.space().freeBytes);
  metrics.gauge('tidemark_disk_free_limit_bytes', () => disk.space().limitBytes);
  const projections = register(
    await startProjections({
      ...platform,
      projections: projectionsOf(chosen),
      log,
      onErased: () => wishCompaction(configuration.dataDir),
    }),
  );
  return {
    ...platform,
    ...(embedded && { embedded }),
    configuration,
    mailWorks,
    projections,
    log,
    metrics,
    clock,
    stopping: state.stopping.signal,
    publicUrl: () => state.url,
    recent: openRecentRequests(),
    admission: register(openAdmission(metrics, { ...configuration, ...disk })),
    commandsUnderWay: register(openCommandsUnderWay({ ...platform, metrics })),
    disk,
    processesHere: chosen.includes('processor'),
    halted: sentence => state.halts.push(sentence),
    ...(codeMailed && { codeMailed }),
  };
}

const diskOf = ({ dataDir, diskFreeBytesMin }: Configuration) => ({
  folder: dataDir,
  freeBytesMin: diskFreeBytesMin,
});

/**
 * What was revoked while this process did not run is to be known before anybody asks. While the
 * event store is away nobody can tell, and telemetry is taken all the same.
 */
async function caughtUp({ barrier }: RoleDependencies['projections']): Promise<void> {
  await barrier(AbortSignal.timeout(catchUpMsMax)).catch(() => undefined);
}

/** Loads the SDK only for those who want their Tidemark traced. */
async function openTelemetry({ telemetry }: Configuration): Promise<Telemetry | undefined> {
  const { endpoint } = telemetry;
  if (endpoint === undefined) return undefined;
  const { startTelemetry } = await import('../platform/metrics/telemetry.ts');
  return startTelemetry({ ...telemetry, endpoint, version: packageVersion() });
}

async function stopAll(started: Running[]): Promise<void> {
  for (const running of started.splice(0).reverse()) await running.stop();
}
