import { assertIsAmong } from '../../platform/http/auth.ts';
import type { Handler, Handlers, HttpRequest, Principal } from '../../platform/http/handler.ts';
import { HttpProblem, parseRequest } from '../../platform/http/problem.ts';
import { parseQuery } from '../../platform/http/query.ts';
import type { Route } from '../../schemas/http/route.ts';
import { type ResponseOf, type RouteName, routes } from '../../schemas/http/routes.ts';

/** Parameters and query of a route, as a URL has them, and its body before it is parsed. */
export type RouteInput = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** A request under whose key and signal other routes are called. */
export type Asking = Pick<
  HttpRequest,
  'requestId' | 'receivedAtMs' | 'headers' | 'address' | 'signal' | 'checkKey'
> & { readonly key: Principal };

/** Calls a route as a client would, with the key and the limits of the request that asks; throws its problems. */
export async function callRoute<Name extends RouteName>(
  name: Name,
  { params = {}, query = {}, body: sent }: RouteInput,
  asking: Asking,
  handlers: Partial<Handlers>,
): Promise<ResponseOf<Name>> {
  const route = routeOf(name);
  assertMayCall(asking.key, route);
  const handler = handlers[name] as Handler | undefined;
  if (handler === undefined) throw new Error(`expected a handler for ${name}`);
  const { body } = await handler({
    ...asking,
    signal: asking.signal,
    params: route.params && parseRequest(route.params, params),
    query: parseQuery(route, query),
    body: route.request && parseRequest(route.request, sent),
  } as never);
  const isText = body instanceof Uint8Array;
  return (isText ? JSON.parse(Buffer.from(body).toString()) : body) as ResponseOf<Name>;
}

export const routeOf = (name: RouteName): Route => {
  const route: Route | undefined = routes.find(each => each.name === name);
  if (route === undefined) throw new Error(`expected a route ${name}`);
  return route;
};

/** As for the route itself: its kinds of keys alone, and of those that are restricted to services only where it shows no others. */
function assertMayCall(principal: Principal, { keys, perService }: Route): void {
  const { services } = principal;
  assertIsAmong(keys, principal);
  if (services === undefined || perService) return;
  throw new HttpProblem({
    status: 403,
    code: 'key_not_allowed',
    message: 'a key that is restricted to services may not read this',
  });
}
