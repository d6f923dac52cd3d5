import type { Context, Middleware } from 'koa';
import type { Route } from '../../schemas/http/route.ts';
import { pathPattern } from './path-pattern.ts';

/** Preflights below these paths get their response before the routes exist. */
const reservedPaths = /^\/(?:v1\/widgets\/.+|api\/replays\/.+)$/u;

const allowedHeaders = [
  'Content-Type',
  'Content-Encoding',
  'X-API-Key',
  'X-SDK',
  'X-SDK-Version',
  'X-Segment-Id',
  'X-Original-Size',
  'X-Replay-Type',
  'X-Replay-Url',
  'X-Replay-User-Id',
  'X-Replay-User-Agent',
  'X-Click-Count',
  'X-Keypress-Count',
  'traceparent',
  'tracestate',
  'baggage',
].join(', ');

const exposedHeaders = [
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Ingest-Position',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
].join(', ');

const preflightSeconds = '600';

/**
 * Beacons are sent with credentials, and browsers then refuse `*`: the origin is echoed. Nothing goes by
 * cookies, so any site may send. Preflights are answered without a key.
 */
export function openCors(routes: readonly Route[]): Middleware {
  const isForBrowsers = openBrowserRoutes(routes);
  return async (context, next) => {
    if (!isForBrowsers(context)) return next();
    context.vary('Origin');
    const origin = context.get('Origin');
    if (origin !== '') allow(context, origin);
    if (context.method !== 'OPTIONS') return next();
    context.set('Access-Control-Allow-Methods', 'GET, POST, OPTIONS');
    context.set('Access-Control-Allow-Headers', allowedHeaders);
    context.set('Access-Control-Max-Age', preflightSeconds);
    context.status = 204;
  };
}

function openBrowserRoutes(routes: readonly Route[]): (context: Context) => boolean {
  const rules = routes
    .filter(({ cors }) => cors !== undefined)
    .flatMap(({ method, path, aliases = [] }) =>
      [path, ...aliases].map(each => ({ method, pattern: pathPattern(each), path: each })),
    );
  const known = new Set(
    rules.flatMap(({ method, path }) => [`${method} ${path}`, `OPTIONS ${path}`]),
  );
  return ({ path: given, method }) => {
    const path = given.endsWith('/') ? given.slice(0, -1) : given;
    if (known.has(`${method} ${path}`) || reservedPaths.test(path)) return true;
    return rules.some(
      rule => (method === 'OPTIONS' || method === rule.method) && rule.pattern.test(path),
    );
  };
}

function allow(context: Context, origin: string): void {
  context.set('Access-Control-Allow-Origin', origin);
  // Every sandboxed frame has the origin `null`, so it identifies no site.
  if (origin !== 'null') context.set('Access-Control-Allow-Credentials', 'true');
  context.set('Access-Control-Expose-Headers', exposedHeaders);
}
