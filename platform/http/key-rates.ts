import { TokenBucket } from 'limiter';
import { LRUCache } from 'lru-cache';
import type { CredentialKind } from '../../schemas/api-keys/kinds.ts';
import { isRead, type Route } from '../../schemas/http/route.ts';
import type { Principal } from './handler.ts';

/** A quota of requests for each window; all of it may come at once, and it comes back evenly. */
export type Rate = { readonly requests: number; readonly windowSeconds: number };

export type RatesByKind = Readonly<Record<CredentialKind, Rate>>;

export type KeyRates = {
  /** Counts one request of a key. Undefined for routes that have no rate. */
  readonly take: (key: Principal, route: Route) => TakenRequest | undefined;
};

export type TakenRequest = {
  /** The quota, and what is left of it. */
  readonly headers: Readonly<Record<string, string>>;
  /** When the next request may come; undefined if this one may. */
  readonly waitMs?: number;
};

/** Keys and classes that are counted; the one that was used longest ago is forgotten first, and begins anew. */
const bucketsMax = 20_000;

/** Token buckets in the memory of this process, one for each key and class of routes. */
export function openKeyRates(rates: RatesByKind, max = bucketsMax): KeyRates {
  const buckets = new LRUCache<string, TokenBucket>({ max });
  return {
    take: (key, route) => {
      const name = rateClassOf(route);
      if (name === undefined) return undefined;
      const rate = rateOf(key, rates);
      const id = `${key.keyId} ${name}`;
      const known = buckets.get(id);
      const bucket = known !== undefined && isOf(rate, known) ? known : newBucket(rate);
      if (bucket !== known) buckets.set(id, bucket);
      const isTaken = bucket.tryRemoveTokens(1);
      const headers = headersOf(name, rate, bucket);
      return isTaken ? { headers } : { headers, waitMs: bucket.getWaitTime(1) };
    },
  };
}

/** Reads and commands are counted apart. Telemetry has quotas and admission instead, routes without a key have neither. */
export function rateClassOf({ keys, body, method, role }: Route): 'reads' | 'commands' | undefined {
  if (keys === 'none' || keys === 'admin' || isSent(body)) return undefined;
  return isRead({ method, role }) ? 'reads' : 'commands';
}

const isSent = (body: Route['body']): boolean => body === 'otlp' || body === 'gzip';

const minuteSeconds = 60;

/** A key may have a rate of its own. */
const rateOf = ({ ratePerMinute, kind }: Principal, rates: RatesByKind): Rate =>
  ratePerMinute === undefined
    ? rates[kind]
    : { requests: ratePerMinute, windowSeconds: minuteSeconds };

/** False once the rate of a key was changed. */
const isOf = ({ requests, windowSeconds }: Rate, bucket: TokenBucket): boolean =>
  bucket.bucketSize === requests && bucket.interval === windowSeconds * 1000;

function newBucket({ requests, windowSeconds }: Rate): TokenBucket {
  const bucket = new TokenBucket({
    bucketSize: requests,
    tokensPerInterval: requests,
    interval: windowSeconds * 1000,
  });
  bucket.content = requests;
  return bucket;
}

/** `RateLimit` fields of draft-ietf-httpapi-ratelimit-headers, and what clients knew before. Times are in seconds from now. */
function headersOf(
  name: string,
  { requests, windowSeconds }: Rate,
  { content }: TokenBucket,
): TakenRequest['headers'] {
  const remaining = String(Math.floor(content));
  const fullInSeconds = String(Math.ceil(((requests - content) / requests) * windowSeconds));
  return {
    'RateLimit-Policy': `"${name}";q=${requests};w=${windowSeconds}`,
    RateLimit: `"${name}";r=${remaining};t=${fullInSeconds}`,
    'X-RateLimit-Limit': String(requests),
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': fullInSeconds,
  };
}
