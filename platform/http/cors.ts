import type { Context, Middleware } from 'koa';

/** What pages of other sites may send to. They may not read what was sent. */
const sentPaths = /^\/v1\/(?:traces(?:\/v1\/traces)?|metrics)$/u;
/** What pages of other sites may read as well. */
const openPaths = /^\/(?:v1\/widgets\/.+|api\/replays\/.+)$/u;
const sendingMethods: readonly string[] = ['POST', 'OPTIONS'];

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
  'Retry-After',
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
export const cors: Middleware = async (context, next) => {
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

function isForBrowsers({ path: given, method }: Context): boolean {
  const path = given.endsWith('/') ? given.slice(0, -1) : given;
  return openPaths.test(path) || (sentPaths.test(path) && sendingMethods.includes(method));
}

function allow(context: Context, origin: string): void {
  context.set('Access-Control-Allow-Origin', origin);
  // Every sandboxed frame has the origin `null`, so it names nobody.
  if (origin !== 'null') context.set('Access-Control-Allow-Credentials', 'true');
  context.set('Access-Control-Expose-Headers', exposedHeaders);
}
