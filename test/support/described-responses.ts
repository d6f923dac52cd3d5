import { isDeepStrictEqual } from 'node:util';
import { refusedEverywhere } from '../../platform/http/documents/openapi.ts';
import { pathPattern } from '../../platform/http/path-pattern.ts';
import { problem } from '../../schemas/http/problem.ts';
import type { Route } from '../../schemas/http/route.ts';
import { routes } from '../../schemas/http/routes.ts';

const described = (routes as readonly Route[]).flatMap(route =>
  [route.path, ...(route.aliases ?? [])].map(path => ({ route, pattern: pathPattern(path) })),
);

/** Statuses of the HTTP layer itself: malformed requests, and what is refused before a route is known. */
const ofHttp = [400, 404, 405, 408, 413, 415, 417, 431];

/**
 * Root hook of the end-to-end tests: every response that a test gets by `fetch` must be described by
 * the route table, its status among the route's and its body by the schema, field for field.
 */
export const mochaHooks = { beforeAll: watchResponses };

const plain = globalThis.fetch;

/** The same for one suite elsewhere, in its `before`; then `unwatchResponses` in its `after`. */
export function watchResponses(): void {
  globalThis.fetch = async (input, init) => {
    const response = await plain(input, init);
    const url = new URL(response.url || String(input));
    if (url.hostname === '127.0.0.1') await expectDescribed(methodOf(input, init), url, response);
    return response;
  };
}

export function unwatchResponses(): void {
  globalThis.fetch = plain;
}

const methodOf = (input: string | URL | Request, init: RequestInit | undefined): string =>
  init?.method ?? (input instanceof Request ? input.method : 'GET');

async function expectDescribed(method: string, url: URL, response: Response): Promise<void> {
  const found = described.find(
    ({ route, pattern }) => route.method === method && pattern.test(url.pathname),
  );
  if (found === undefined) return;
  const { route } = found;
  const { status } = response;
  const known = [...route.statuses, ...refusedEverywhere(route), ...ofHttp];
  const what = `${method} ${url.pathname} with ${status}`;
  if (!known.includes(status)) throw new Error(`expected a described status, found ${what}`);
  const type = response.headers.get('Content-Type') ?? '';
  if (!/^application\/(?:problem\+)?json/u.test(type)) return;
  const body: unknown = await response.clone().json();
  // Anything else but a success is a problem, or has the form of the route's protocol.
  const isProblem =
    type.startsWith('application/problem+json') || (route.oauthErrors && status >= 400);
  const schema = isProblem ? problem : route.response;
  const parsed = schema?.safeParse(body);
  if (parsed === undefined || (parsed.success && isDeepStrictEqual(parsed.data, body))) return;
  const why = parsed.success ? 'fields that are not described' : parsed.error.message;
  throw new Error(`expected the response of ${what} to be described: ${why}`);
}
