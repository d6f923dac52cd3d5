import { join } from 'node:path';
import { resourceMetadataUrl } from '../domain/oauth/server.ts';
import type { RoleName } from '../platform/config/role-names.ts';
import { type GrpcApp, openGrpcApp } from '../platform/grpc/app.ts';
import type { GrpcMethod } from '../platform/grpc/call.ts';
import { type HttpApp, openHttpApp } from '../platform/http/app.ts';
import type { Handlers, HttpRequest } from '../platform/http/handler.ts';
import { openKeyRates } from '../platform/http/key-rates.ts';
import { ratesByKind } from '../platform/http/limits.ts';
import {
  openProbes,
  openReadiness,
  type Readings,
  watchReadiness,
} from '../platform/http/probes.ts';
import type { RecentRequests } from '../platform/http/request-log.ts';
import type { BeforeBody } from '../platform/http/serve.ts';
import { openServing, type Serving } from '../platform/http/serving.ts';
import { openSite } from '../platform/http/site/site.ts';
import { encodeStatus } from '../platform/otlp/schema.ts';
import { packageRoot, packageVersion } from '../platform/package.ts';
import { openAuthenticate } from '../projections/api-keys/authenticate.ts';
import type { DomainEvent } from '../schemas/events/event.ts';
import { type ResponseOf, routes } from '../schemas/http/routes.ts';
import type { StreamName } from '../schemas/ids.ts';
import { grpcLogsMethod, grpcMethods } from '../schemas/telemetry/grpc.ts';
import { consumers } from '../schemas/topics.ts';
import type { AdminContext, ProveAlert } from './admin/context.ts';
import { adminHandlers } from './admin/handlers.ts';
import { exposeStatus } from './admin/status-metrics.ts';
import type { AggregateState } from './decider/core/aggregate.ts';
import { evolve } from './decider/core/features.ts';
import { docsHandlers } from './docs.ts';
import { createHealthChecks, usesTopicLog } from './health-checks.ts';
import type { KeyUses } from './key-uses.ts';
import { batchTables } from './processor/core/tables.ts';
import { type Role, type RoleDependencies, roles } from './roles.ts';

/** What changes while a process runs. */
export type ProcessState = {
  url: string;
  /** Aborts at the beginning of the end. */
  readonly stopping: AbortController;
  /** Sentences of parts that stopped for good. */
  readonly halts: string[];
  readonly startedAtMs: number;
};

export type AppsOptions = {
  readonly context: RoleDependencies;
  readonly chosen: readonly RoleName[];
  readonly state: ProcessState;
  readonly recent: RecentRequests;
  readonly used: KeyUses['used'];
  /** What long work of operators needs. */
  readonly operators: Pick<AdminContext, 'jobs' | 'backUp'>;
};

export type Apps = {
  readonly public: HttpApp;
  readonly operators: HttpApp;
  /** Where telemetry is taken. */
  readonly grpc?: GrpcApp;
};

/** The same routes twice: for clients on the port, and for operators on the socket file. Telemetry also comes over gRPC. */
export function openApps(options: AppsOptions): Apps {
  const { context, recent } = options;
  const { configuration, log, metrics, clock } = context;
  const handlers = allHandlers(options);
  const app = {
    routes: servedRoutes(options, handlers),
    handlers,
    log,
    metrics,
    clock,
    authenticate: openAuthenticate({ projections: context.projections, clock }),
    trustedProxies: configuration.trustedProxies,
    encodeOtlpStatus: encodeStatus,
    absent,
    onAnswered: recent.add,
    used: options.used,
    resourceMetadata: () => resourceMetadataUrl(options.state.url),
    admit: context.admission.admit,
    beforeBody: beforeBodyOf(options),
    rates: openKeyRates(ratesByKind(configuration.rates)),
  };
  const { adminToken } = configuration;
  const token = adminToken === undefined ? {} : { operators: { token: adminToken } };
  const serving = openServing({ ...app, ...token });
  return {
    public: openHttpApp({ ...app, ...token, ...siteOf(options) }, serving),
    operators: openHttpApp({ ...app, operators: 'trusted' }),
    ...(options.chosen.includes('ingest-api') && { grpc: grpcApp(handlers, serving) }),
  };
}

function grpcApp(handlers: Partial<Handlers>, serving: Serving): GrpcApp {
  const methods = Object.entries(grpcMethods).map(([path, name]) => {
    const route = routes.find(each => each.name === name);
    const handler = handlers[name];
    if (route === undefined || handler === undefined)
      throw new Error(`expected a handler for ${name}`);
    return [path, { route: { ...route, path }, handler: handler as GrpcMethod['handler'] }];
  });
  const absentMethods = { [grpcLogsMethod]: absent['/v1/logs'] };
  return openGrpcApp({ serving, methods: Object.fromEntries(methods), absent: absentMethods });
}

/** query-api has the pages, as it reads what they show. */
const siteOf = ({ chosen, context }: AppsOptions) =>
  chosen.includes('query-api') && {
    site: openSite({ folder: join(packageRoot(), 'dist/web'), publicUrl: context.publicUrl }),
  };

const absent = {
  '/v1/logs':
    'logs are not taken here, only traces and metrics: set OTEL_LOGS_EXPORTER=none in the client',
};

/** Some of the operators' routes belong to a role, and are there when it is. */
const servedRoutes = ({ chosen }: AppsOptions, handlers: Partial<Handlers>) =>
  routes.filter(({ name, role }) => {
    if (role === 'admin') return handlers[name] !== undefined;
    return role === 'probe' || chosen.includes(role);
  });

function allHandlers(options: AppsOptions): Partial<Handlers> {
  const { context, chosen, state } = options;
  const readiness = openReadiness(createHealthChecks({ context, chosen, halts: state.halts }));
  const ofEachRole = chosen.map(name => {
    const { handlers }: Role = roles[name];
    return handlers?.(context) ?? {};
  });
  const { metrics } = context;
  const probed = { readiness, stopping: () => state.stopping.signal.aborted, metrics };
  watchReadiness(metrics, probed);
  const probes = openProbes(probed);
  exposeStatus(metrics, {
    platform: context,
    projections: context.projections,
    version,
    consumers: Object.values(consumers),
    halted: () => state.halts,
    usesTopicLog: usesTopicLog(chosen),
  });
  const ofRoles: Partial<Handlers> = Object.assign({}, ...ofEachRole);
  const operators = operatorHandlers(options, readiness, ofRoles);
  return { ...operators, ...probes, ...docsHandlers(), ...ofRoles };
}

const beforeBodyOf = ({ context, chosen }: AppsOptions): BeforeBody =>
  Object.assign({}, ...chosen.map(name => (roles[name] as Role).beforeBody?.(context)));

const operatorHandlers = (
  { context, chosen, state, recent, operators }: AppsOptions,
  readiness: Readings,
  { proveAlert }: Partial<Handlers>,
): Partial<Handlers> =>
  adminHandlers({
    ...operators,
    platform: context,
    projections: context.projections,
    clock: context.clock,
    version,
    url: () => state.url,
    roles: chosen,
    startedAtMs: state.startedAtMs,
    recent: recent.list,
    readiness,
    batchTables,
    spansKeptMs: context.configuration.retention.spansMs,
    ...(proveAlert && { proveAlert: proofs(proveAlert) }),
    consumers: Object.values(consumers),
    halted: () => state.halts,
    statesAfter,
  });

/** The proof that a user gets of an alert, for operators. */
const proofs =
  (proveAlert: Handlers['proveAlert']): ProveAlert =>
  async (organizationId, id, signal) => {
    const request = { key: { organizationId }, params: { id }, signal };
    const { body } = await proveAlert(request as unknown as HttpRequest<'proveAlert'>);
    const { match, fields } = body as ResponseOf<'proveAlert'>;
    return { match, differing: fields.filter(field => !field.match).map(({ field }) => field) };
  };

function statesAfter(
  stream: StreamName,
  events: readonly DomainEvent[],
): readonly (AggregateState | undefined)[] {
  let state: AggregateState | undefined;
  return events.map(event => {
    state = evolve(stream, state, event);
    return state;
  });
}

const version = packageVersion();
