import { z } from 'zod';
import type { Route } from '../../schemas/http/route.ts';
import { routes } from '../../schemas/http/routes.ts';

/** One place of a route in which a client can write a name of its own. */
export type RouteParameter = {
  readonly route: Route;
  readonly kind: 'path' | 'query';
  readonly name: string;
  /** The path and query with `encoded` in that place and with what else the route requires. */
  readonly pathWith: (encoded: string) => string;
};

const placeOf = /[:*](?<name>\w+)/gu;

/** What queries cannot do without, so that a request comes as far as the parameter under test. */
const required: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  queryMetric: { metric: 'm', aggregation: 'sum' },
  serviceAnomalyScores: { metric: 'latency_p95' },
};

/** Every parameter of every route of the table. */
export const routeParameters: readonly RouteParameter[] = (routes as readonly Route[]).flatMap(
  route => [...pathParameters(route), ...queryParameters(route)],
);

function pathParameters(route: Route): RouteParameter[] {
  return Array.from(route.path.matchAll(placeOf), ({ groups }) => {
    const name = groups?.name ?? '';
    return {
      route,
      kind: 'path' as const,
      name,
      // The other places have a short name: two long ones do not fit into the head of a request.
      pathWith: (encoded: string) =>
        route.path.replace(placeOf, (_, place: string) => (place === name ? encoded : 'known')) +
        queryText(required[route.name] ?? {}),
    };
  });
}

function queryParameters(route: Route): RouteParameter[] {
  const names = route.query instanceof z.ZodObject ? Object.keys(route.query.shape) : [];
  return names.map(name => ({
    route,
    kind: 'query' as const,
    name,
    pathWith: (encoded: string) =>
      route.path.replace(placeOf, () => 'known') +
      queryText({ ...required[route.name], [name]: encoded }),
  }));
}

function queryText(fields: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(fields).map(([name, encoded]) => `${name}=${encoded}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
