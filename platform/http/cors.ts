import type { Context, Middleware } from 'koa';

/** What browsers may call from other sites. None of it goes by cookies, so any site may ask. */
const browserPaths =
  /^\/(?:v1\/(?:traces(?:\/v1\/traces)?|metrics|widgets\/.+)|api\/replays\/.+)$/u;

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
 * Beacons are sent with credentials, and browsers then refuse `*`: the origin is echoed. Preflights
 * are answered without a key.
 */
export const cors: Middleware = async (context, next) => {
  if (!browserPaths.test(withoutSlash(context.path))) return next();
  context.vary('Origin');
  const origin = context.get('Origin');
  if (origin !== '') allow(context, origin);
  if (context.method !== 'OPTIONS') return next();
  context.set('Access-Control-Allow-Methods', 'GET, POST, OPTIONS');
  context.set('Access-Control-Allow-Headers', allowedHeaders);
  context.set('Access-Control-Max-Age', preflightSeconds);
  context.status = 204;
};

function allow(context: Context, origin: string): void {
  context.set('Access-Control-Allow-Origin', origin);
  context.set('Access-Control-Allow-Credentials', 'true');
  context.set('Access-Control-Expose-Headers', exposedHeaders);
}

const withoutSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);
