import type { IncomingMessage, ServerResponse } from 'node:http';
import { Router } from '@koa/router';
import Koa, { type Context, type Next } from 'koa';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics/registry.ts';
import { openPlaces } from '../shares/places.ts';
import { openTurns } from '../shares/turns.ts';
import { randomUuid } from '../uuid.ts';
import { openAddresses } from './address.ts';
import { type Admit, admitAll } from './admission.ts';
import { type Authenticate, type AuthOptions, openAuth } from './auth.ts';
import { openBodies } from './bodies/body.ts';
import { openCors } from './cors.ts';
import type { Handlers } from './handler.ts';
import { openReporter, type RequestInstrumentation } from './instrumentation.ts';
import { type KeyRates, openKeyRates } from './key-rates.ts';
import { type HttpLimits, httpLimits, rateDefaults, ratesByKind } from './limits.ts';
import { clientGone, HttpProblem, internalError, notFound, toProblem } from './problem.ts';
import type { RequestLogEntry } from './request-log.ts';
import { openAnswers } from './responses/pending-responses.ts';
import { type EncodeOtlpStatus, sendProblem } from './responses/response.ts';
import {
  type AnyHandler,
  type BeforeBody,
  type RequestContext,
  type ServedRoute,
  type ServeOptions,
  serve,
} from './serve.ts';

export type HttpApp = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export type HttpAppOptions = {
  /** The part of the table that is served here; each needs its handler, or opening throws. */
  readonly routes: readonly ServedRoute[];
  readonly handlers: Partial<Handlers>;
  readonly authenticate: Authenticate;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: () => number;
  /** `token`: required of operators (absent: all are rejected); `trusted`: for the socket file. */
  readonly operators?: { readonly token: string } | 'trusted';
  readonly trustedProxies?: readonly string[];
  readonly encodeOtlpStatus?: EncodeOtlpStatus;
  /** Whether there is room for telemetry; all of it when absent. */
  readonly admit?: Admit;
  readonly beforeBody?: BeforeBody;
  /** Counts the requests of each key; with the default rates when absent. */
  readonly rates?: KeyRates;
  /** By path, why there is nothing where clients may well look for something. */
  readonly absent?: Readonly<Record<string, string>>;
  /** Called for each request after its response. */
  readonly onAnswered?: (request: RequestLogEntry) => void;
  /** Called for each request with a valid key. */
  readonly used?: AuthOptions['used'];
  readonly limits?: Partial<HttpLimits>;
};

/** One function that serves the routes, for `startHttpServer` and `startSocketServer`. */
export function openHttpApp(options: HttpAppOptions): HttpApp {
  requireHandlers(options);
  const limits = { ...httpLimits, ...options.limits };
  const report = openReporter({ ...options, onAnswered: options.onAnswered ?? (() => undefined) });
  const serving = serveOptions(options, limits);
  watchMemory(options.metrics, serving);
  const app = new Koa();
  // What arrives here could not be answered any more: the connection ended while the answer was written.
  app.on('error', error => options.log.debug({ err: error }, 'answer not delivered'));
  app.use(outermost(options, limits, report));
  app.use(withinBounds(options.routes, limits, serving.addressOf));
  app.use(openCors(options.routes));
  // What is at a path that a route names whole is no parameter of another: `/v1/alert-rules/backtest` is no rule.
  for (const isServed of [isWhole, hasParameters])
    app.use(openRouter(options, serving, isServed).routes()).use(refuseMethod);
  app.use(nothingThere(options.absent ?? {}));
  return app.callback();
}

function serveOptions(options: HttpAppOptions, limits: HttpLimits): ServeOptions {
  const { operators, authenticate, clock, trustedProxies = [], admit = admitAll } = options;
  const { beforeBody = {}, rates = openKeyRates(ratesByKind(rateDefaults)), used } = options;
  const adminToken = typeof operators === 'object' ? operators.token : undefined;
  return {
    auth: openAuth({ authenticate, adminToken, clock, limits, ...(used && { used }) }),
    trustOperators: operators === 'trusted',
    bodies: openBodies(limits.bodiesBytesMax),
    keylessBodies: openBodies(limits.keylessBodiesBytesMax),
    answers: openAnswers(limits),
    places: openPlaces(limits.keyedRequestsAtOnce),
    readTurns: openTurns(limits.readsAtOnce),
    beforeBody,
    rates,
    admit,
    limits,
    clock,
    addressOf: openAddresses(trustedProxies),
  };
}

const outermost =
  ({ encodeOtlpStatus }: HttpAppOptions, limits: HttpLimits, report: RequestInstrumentation) =>
  async (context: Context, next: Next): Promise<void> => {
    const started = report.started();
    const exchange: RequestContext = { requestId: randomUuid() };
    context.state = exchange;
    context.set('X-Request-Id', exchange.requestId);
    context.set('Cache-Control', 'no-store');
    forgiveSlashes(context);
    try {
      await next();
    } catch (error) {
      const problem = toProblem(error) ?? leftProblem(context, error) ?? internalError();
      exchange.code = problem.code;
      exchange.reason = problem.message;
      if (problem.status >= 500) report.failed(error, exchange);
      const encode = exchange.route?.body === 'otlp' ? encodeOtlpStatus : undefined;
      await sendProblem(context, {
        problem,
        requestId: exchange.requestId,
        encodeOtlpStatus: encode,
        limits,
      });
    } finally {
      started.ended(context, exchange);
    }
  };

/** An endpoint with a slash at its end makes clients send `//v1/traces`. */
function forgiveSlashes(context: Context): void {
  if (context.path.startsWith('//')) context.path = context.path.replace(/^\/+/u, '/');
  if (context.path.endsWith('/'))
    Object.assign(context, { newRouterPath: context.path.replace(/(?<=.)\/$/u, '') });
}

/** A client that leaves aborts what was done for it; that is no failure, and many that leave must not fill the log. */
const leftProblem = ({ res }: Context, error: unknown): HttpProblem | undefined =>
  res.closed && error instanceof Error && error.name === 'AbortError'
    ? clientGone('the client left before it was answered')
    : undefined;

/**
 * The cheapest rejection, before the principal is known. Probes are always answered, as a busy process
 * is alive.
 */
function withinBounds(
  routes: HttpAppOptions['routes'],
  { requestsAtOnce }: Pick<HttpLimits, 'requestsAtOnce'>,
  addressOf: ServeOptions['addressOf'],
): Koa.Middleware {
  const probes = new Set(routes.filter(({ role }) => role === 'probe').map(({ path }) => path));
  const places = openPlaces(requestsAtOnce);
  return async (context, next) => {
    if (probes.has(context.path)) return next();
    const leave = places.take({ address: addressOf(context.req) });
    try {
      await next();
    } finally {
      leave();
    }
  };
}

function requireHandlers({ routes, handlers }: HttpAppOptions): void {
  const missing = routes.filter(({ name }) => handlers[name] === undefined);
  if (missing.length > 0) {
    throw new Error(`expected a handler for ${missing.map(({ name }) => name).join(', ')}`);
  }
}

const isWhole = (path: string): boolean => !/[:*]/u.test(path);
const hasParameters = (path: string): boolean => !isWhole(path);

function openRouter(
  { routes, handlers }: HttpAppOptions,
  options: ServeOptions,
  isServed: (path: string) => boolean,
): Router {
  const router = new Router({ sensitive: true });
  for (const route of routes) {
    const paths = [route.path, ...(route.aliases ?? [])].filter(isServed);
    const handler = handlers[route.name] as AnyHandler;
    const serveRoute = (context: Context) => serve(context, route, handler, options);
    if (paths.length > 0) router.register(paths, [route.method], serveRoute);
  }
  return router;
}

/** Reached when no route fits: 405 when only the method is wrong. */
function refuseMethod(context: Context, next: Next): void | Promise<void> {
  const matched: unknown = Reflect.get(context, 'matched');
  const methods = (Array.isArray(matched) ? matched : []).flatMap(({ methods }) => methods);
  if (methods.length === 0) return next();
  const allow = [...new Set(['OPTIONS', ...methods])].sort().join(', ');
  if (context.method !== 'OPTIONS') {
    throw new HttpProblem({
      status: 405,
      code: 'method_not_allowed',
      message: `expected one of ${allow}, found ${context.method}`,
      headers: { Allow: allow },
    });
  }
  context.set('Allow', allow);
  context.status = 204;
}

const nothingThere =
  (absent: Readonly<Record<string, string>>) =>
  ({ path }: Context): void => {
    throw notFound(absent[path] ?? `there is nothing at ${path.slice(0, pathCharactersShown)}`);
  };

const pathCharactersShown = 200;

function watchMemory(
  metrics: Metrics,
  { bodies, keylessBodies, answers }: Pick<ServeOptions, 'bodies' | 'keylessBodies' | 'answers'>,
): void {
  const watch = (name: string, help: string, read: () => number): void =>
    metrics.gauge({ name: `tidemark_http_${name}_bytes`, help }, read);
  watch('bodies', 'Request bodies held in memory.', () => bodies.held() + keylessBodies.held());
  watch('answers', 'Long answers held until they are written out.', answers.held);
}
