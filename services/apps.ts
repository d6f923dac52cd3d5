import type { RoleName } from '../platform/config/role-names.ts';
import { type HttpApp, openHttpApp } from '../platform/http/app.ts';
import { openDocs } from '../platform/http/documents/docs.ts';
import { openApiDocument } from '../platform/http/documents/openapi.ts';
import type { Handlers } from '../platform/http/handler.ts';
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
import { encodeStatus } from '../platform/otlp/schema.ts';
import { packageVersion } from '../platform/package.ts';
import { openAuthenticate } from '../projections/api-keys/authenticate.ts';
import type { DomainEvent } from '../schemas/events/event.ts';
import { features } from '../schemas/features.ts';
import { routes } from '../schemas/http/routes.ts';
import type { StreamName } from '../schemas/ids.ts';
import { consumers } from '../schemas/topics.ts';
import { envelopes } from '../schemas/webhooks/payload.ts';
import { adminHandlers } from './admin/handlers.ts';
import type { AggregateState } from './decider/core/aggregate.ts';
import { evolve } from './decider/core/features.ts';
import { createHealthChecks } from './health-checks.ts';
import type { KeyUses } from './key-uses.ts';
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
};

/** The same routes twice: for clients on the port, and for operators on the socket file. */
export function openApps(options: AppsOptions): { public: HttpApp; operators: HttpApp } {
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
    admit: context.admission.admit,
    beforeBody: beforeBodyOf(options),
    rates: openKeyRates(ratesByKind(configuration.rates)),
  };
  const { adminToken } = configuration;
  const token = adminToken === undefined ? {} : { operators: { token: adminToken } };
  return {
    public: openHttpApp({ ...app, ...token }),
    operators: openHttpApp({ ...app, operators: 'trusted' }),
  };
}

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
  const ofRoles = chosen.map(name => {
    const { handlers }: Role = roles[name];
    return handlers?.(context) ?? {};
  });
  watchReadiness(context.metrics, readiness);
  const probes = openProbes({
    readiness,
    stopping: () => state.stopping.signal.aborted,
    metrics: context.metrics,
  });
  const docs = openDocs(
    openApiDocument({ areas: features, version, url: state.url, webhooks: envelopes }),
  );
  return Object.assign({ ...operatorHandlers(options, readiness), ...probes, ...docs }, ...ofRoles);
}

const beforeBodyOf = ({ context, chosen }: AppsOptions): BeforeBody =>
  Object.assign({}, ...chosen.map(name => (roles[name] as Role).beforeBody?.(context)));

const operatorHandlers = (
  { context, chosen, state, recent }: AppsOptions,
  readiness: Readings,
): Partial<Handlers> =>
  adminHandlers({
    platform: context,
    projections: context.projections,
    clock: context.clock,
    version,
    url: () => state.url,
    roles: chosen,
    startedAtMs: state.startedAtMs,
    recent: recent.list,
    readiness,
    consumers: Object.values(consumers),
    halted: () => state.halts,
    statesAfter,
  });

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
