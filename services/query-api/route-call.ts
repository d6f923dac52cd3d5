import type { Handler, Handlers, HttpRequest, Principal } from '../../platform/http/handler.ts';
import { HttpProblem, parseRequest } from '../../platform/http/problem.ts';
import { parseQuery } from '../../platform/http/query.ts';
import type { Route } from '../../schemas/http/route.ts';
import { type ResponseOf, type RouteName, routes } from '../../schemas/http/routes.ts';

/** Parameters and query of a route, as a URL has them. */
export type RouteInput = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
};

/** A request under whose key and signal other routes are read. */
export type Asking = Pick<
  HttpRequest,
  'requestId' | 'receivedAtMs' | 'headers' | 'address' | 'signal' | 'checkKey'
> & { readonly key: Principal };

/** Reads a route as a client would, with the key and the limits of the request that asks; throws its problems. */
export async function callRoute<Name extends RouteName>(
  name: Name,
  { params = {}, query = {} }: RouteInput,
  asking: Asking,
  reads: Partial<Handlers>,
): Promise<ResponseOf<Name>> {
  const route = routeOf(name);
  assertOfAllServices(asking.key, route);
  const handler = reads[name] as Handler | undefined;
  if (handler === undefined) throw new Error(`expected a handler for ${name}`);
  const { body } = await handler({
    ...asking,
    signal: asking.signal,
    params: route.params && parseRequest(route.params, params),
    query: parseQuery(route, query),
    body: undefined,
  } as never);
  const isText = body instanceof Uint8Array;
  return (isText ? JSON.parse(Buffer.from(body).toString()) : body) as ResponseOf<Name>;
}

const routeOf = (name: RouteName): Route => {
  const route: Route | undefined = routes.find(each => each.name === name);
  if (route === undefined) throw new Error(`expected a route ${name}`);
  return route;
};

/** As for the route itself: it shows only services of the key, or such a key may not use it. */
function assertOfAllServices({ services }: Principal, route: Route): void {
  if (services === undefined || route.perService) return;
  throw new HttpProblem({
    status: 403,
    code: 'key_not_allowed',
    message: 'a key that is restricted to services may not read this',
  });
}
