import { Router } from '@koa/router';
import type Koa from 'koa';
import type { Context, Middleware, Next } from 'koa';
import { HttpProblem } from './problem.ts';
import type { ServedRoute } from './serve.ts';

/** What serves a route. */
export type RouteServer = (context: Context) => Promise<void>;

type Served = { readonly route: ServedRoute; readonly serve: RouteServer };

/**
 * Answers what one of the routes takes. What is at a path that a route names whole is no parameter of another:
 * `/v1/alert-rules/backtest` is no rule. Most requests are for such a path: it is looked up, while a router would try the
 * pattern of each route.
 */
export function useRoutes(
  app: Koa,
  routes: readonly ServedRoute[],
  serverOf: (route: ServedRoute) => RouteServer,
): void {
  const all = routes.map(route => ({ route, serve: serverOf(route) }));
  app.use(openWholePaths(all)).use(openPatterns(all).routes()).use(refuseMatched);
}

const isWhole = (path: string): boolean => !/[:*]/u.test(path);
const hasParameters = (path: string): boolean => !isWhole(path);

const pathsOf = ({ path, aliases = [] }: ServedRoute): readonly string[] => [path, ...aliases];

/** By path and then by method, what serves it. */
function openWholePaths(all: readonly Served[]): Middleware {
  const found = new Map<string, Map<string, RouteServer>>();
  for (const { route, serve } of all)
    for (const path of pathsOf(route).filter(isWhole)) {
      const methods = found.get(path) ?? new Map<string, RouteServer>();
      for (const method of methodsOf(route)) if (!methods.has(method)) methods.set(method, serve);
      found.set(path, methods);
    }
  return (context, next) => {
    const methods = found.get(withoutSlash(pathOf(context)));
    if (methods === undefined) return next();
    const serve = methods.get(context.method);
    if (serve === undefined) return refuseMethod(context, [...methods.keys()]);
    context.params = {};
    return serve(context);
  };
}

const methodsOf = ({ method }: ServedRoute): readonly string[] =>
  method === 'GET' ? ['HEAD', 'GET'] : [method];

/** As the router takes it, which also forgives another slash at its end. */
const pathOf = ({ newRouterPath, path }: Context & { readonly newRouterPath?: string }): string =>
  newRouterPath ?? path;

const withoutSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;

function openPatterns(all: readonly Served[]): Router {
  const router = new Router({ sensitive: true });
  for (const { route, serve } of all) {
    const paths = pathsOf(route).filter(hasParameters);
    if (paths.length > 0) router.register([...paths], [route.method], serve);
  }
  return router;
}

/** Reached when no route fits: 405 when only the method is wrong. */
function refuseMatched(context: Context, next: Next): void | Promise<void> {
  const matched: unknown = Reflect.get(context, 'matched');
  const methods = (Array.isArray(matched) ? matched : []).flatMap(({ methods }) => methods);
  return methods.length === 0 ? next() : refuseMethod(context, methods);
}

function refuseMethod(context: Context, methods: readonly string[]): void {
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
