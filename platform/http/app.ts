import type { IncomingMessage, ServerResponse } from 'node:http';
import Koa, { type Context, type Next } from 'koa';
import { randomUuid } from '../uuid.ts';
import { openCors } from './cors.ts';
import type { Handlers } from './handler.ts';
import type { AnsweredRequest } from './instrumentation.ts';
import { clientGone, type HttpProblem, internalError, notFound, toProblem } from './problem.ts';
import { type EncodeOtlpStatus, sendProblem } from './responses/response.ts';
import { type RouteServer, useRoutes } from './routing.ts';
import {
  type AnyHandler,
  type RequestContext,
  type ServedRoute,
  type ServeOptions,
  serve,
} from './serve.ts';
import { openServing, type Serving, type ServingOptions } from './serving.ts';
import type { Site } from './site/site.ts';

export type HttpApp = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export type HttpAppOptions = ServingOptions & {
  /** The part of the table that is served here; each needs its handler, or opening throws. */
  readonly routes: readonly ServedRoute[];
  readonly handlers: Partial<Handlers>;
  readonly encodeOtlpStatus?: EncodeOtlpStatus;
  /** The pages for people, on paths that no route takes; none when absent. */
  readonly site?: Site;
  /** By path, why there is nothing where clients may well look for something. */
  readonly absent?: Readonly<Record<string, string>>;
};

/** One function that serves the routes, for `startHttpServer` and `startSocketServer`. */
export function openHttpApp(options: HttpAppOptions, serving = openServing(options)): HttpApp {
  requireHandlers(options);
  const app = new Koa();
  // What arrives here could not be answered any more: the connection ended while the answer was written.
  app.on('error', error => options.log.debug({ err: error }, 'answer not delivered'));
  app.use(outermost(options, serving));
  app.use(withinBounds(options.routes, serving));
  app.use(openCors(options.routes));
  useRoutes(app, options.routes, serverOf(options, serving));
  app.use(pageOr(nothingThere(options.absent ?? {}), options.site));
  return app.callback();
}

const outermost =
  ({ encodeOtlpStatus }: HttpAppOptions, { limits, report }: Serving) =>
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
        isOauth: exchange.route?.oauthErrors === true,
        limits,
      });
    } finally {
      started.ended(answeredOf(context), exchange);
    }
  };

const answeredOf = (context: Context): AnsweredRequest => ({
  method: context.method,
  status: context.status,
  client: context.get('User-Agent'),
});

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
  { allPlaces, addressOf }: Pick<Serving, 'allPlaces' | 'addressOf'>,
): Koa.Middleware {
  const probes = new Set(routes.filter(({ role }) => role === 'probe').map(({ path }) => path));
  return async (context, next) => {
    if (probes.has(context.path)) return next();
    const leave = allPlaces.take({ address: addressOf(context.req) });
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

const serverOf =
  ({ handlers }: HttpAppOptions, options: ServeOptions) =>
  (route: ServedRoute): RouteServer => {
    const handler = handlers[route.name] as AnyHandler;
    return context => serve(context, route, handler, options);
  };

const pageOr =
  (nothing: (context: Context) => void, site: Site = () => false) =>
  (context: Context): void => {
    if (!site(context)) nothing(context);
  };

const nothingThere =
  (absent: Readonly<Record<string, string>>) =>
  ({ path }: Context): void => {
    throw notFound(absent[path] ?? `there is nothing at ${path.slice(0, pathCharactersShown)}`);
  };

const pathCharactersShown = 200;
