import type { PlacesLimits } from '../shares/places.ts';
import type { TurnsOptions } from '../shares/turns.ts';
import type { JsonLimits } from './bodies/json.ts';
import type { RatesByKind } from './key-rates.ts';

/** Limits of everything that a client can make this process hold or wait for. */
export type HttpLimits = {
  readonly otlpWireBytesMax: number;
  readonly otlpBytesMax: number;
  /** A form: a file of 50 MiB and its other parts. */
  readonly multipartBytesMax: number;
  /** A body that is compressed in itself, on the wire. */
  readonly gzipBytesMax: number;
  readonly jsonBytesMax: number;
  /** Bodies of JSON are parsed on the event loop: 20,000 names of their own take 25 ms. */
  readonly json: JsonLimits;
  /** Requests that may wait for their answer at once, probes aside; further ones are rejected with a retry at once. */
  readonly requestsAtOnce: PlacesLimits;
  /** Of these, those whose key is known. */
  readonly keyedRequestsAtOnce: PlacesLimits;
  /** Reads that are worked on at once; the others wait, and organizations take turns. */
  readonly readsAtOnce: TurnsOptions;
  /** Of all bodies being read or handled in this process; above it new ones are rejected with a retry. */
  readonly bodiesBytesMax: number;
  /** One body of a route that needs no key, and all of them together: a budget of their own. */
  readonly keylessBytesMax: number;
  readonly keylessBodiesBytesMax: number;
  /** Bytes of long answers that are held until the kernel has taken them; beyond it: 503 with `Retry-After`. */
  readonly answersBytesMax: number;
  /** Of one organization, or of one route without a key; who holds none may have one answer of any length. */
  readonly answersOfOneBytesMax: number;
  /** A part of all that only those use who hold no more than this: a few who read slowly leave it to others. */
  readonly answersReservedBytes: number;
  readonly answersOfOneBytesMin: number;
  /** An answer up to this length is never counted: it fits into the kernel's buffer of its connection. */
  readonly answerUncountedMax: number;
  /** Unknown keys from one address in a minute. */
  readonly authFailuresPerMinuteMax: number;
  readonly authFailureAddressesMax: number;
  /** A refused body of at most so much is read by the way, and its connection lives on. */
  readonly refusedBytesMax: number;
  /**
   * What is still read of a longer one, and for how long, before its connection is closed: a client
   * that is closed upon while it writes sees a broken pipe and not its answer.
   */
  readonly lingerBytesMax: number;
  readonly lingerMs: number;
};

const MiB = 1024 * 1024;

export const httpLimits: HttpLimits = {
  otlpWireBytesMax: 10 * MiB,
  otlpBytesMax: 50 * MiB,
  multipartBytesMax: 50 * MiB + 64 * 1024,
  gzipBytesMax: 24 * MiB,
  jsonBytesMax: MiB,
  json: { depthMax: 64, valuesMax: 20_000 },
  requestsAtOnce: {
    what: 'requests',
    max: 4000,
    reserved: 500,
    perNetworkMax: 3000,
    retryAfterMs: 1000,
  },
  keyedRequestsAtOnce: {
    what: 'requests',
    max: 4000,
    reserved: 500,
    perOrganizationMax: 2000,
    perKeyMax: 1500,
    retryAfterMs: 1000,
  },
  // What one organization runs at once is how long the next turn of the event loop may take.
  readsAtOnce: { what: 'reads', runningMax: 128, ownRunningMax: 32, waitingMax: 400 },
  bodiesBytesMax: 320 * MiB,
  keylessBytesMax: 128 * 1024,
  keylessBodiesBytesMax: 16 * MiB,
  answersBytesMax: 256 * MiB,
  answersOfOneBytesMax: 64 * MiB,
  answersReservedBytes: 64 * MiB,
  answersOfOneBytesMin: MiB,
  answerUncountedMax: 16 * 1024,
  authFailuresPerMinuteMax: 100,
  authFailureAddressesMax: 10_000,
  refusedBytesMax: MiB,
  lingerBytesMax: 32 * MiB,
  lingerMs: 5000,
};

/** Requests of one key, reads and commands apart, where nothing else is configured. */
export const rateDefaults = { requestsPerSecond: 500, widgetRequestsPerMinute: 60 } as const;

export type Rates = {
  readonly requestsPerSecond: number;
  /** Of a key of kind `widget`. */
  readonly widgetRequestsPerMinute: number;
};

export function ratesByKind({ requestsPerSecond, widgetRequestsPerMinute }: Rates): RatesByKind {
  const each = { requests: requestsPerSecond, windowSeconds: 1 };
  const widget = { requests: widgetRequestsPerMinute, windowSeconds: 60 };
  return { live: each, read: each, pub: each, session: each, widget };
}

/** Limits of the server's sockets. */
export type ServerLimits = {
  readonly headersTimeoutMs: number;
  /** From the first byte of a request to the last of its body. */
  readonly requestTimeoutMs: number;
  /** Longer than the usual minute of load balancers, so that they close first. */
  readonly keepAliveTimeoutMs: number;
  readonly connectionsMax: number;
  /** Requests that may wait on one connection for the answer to an earlier one. */
  readonly pipelinedMax: number;
  /** A connection is destroyed when its client takes no byte of an answer for this long, at most twice as long. */
  readonly unreadMs: number;
  /** How long a client has to read why its request was broken off before its connection is destroyed. */
  readonly brokenCloseMs: number;
  readonly drainMs: number;
  /** How long a kept connection may still send a request, which closes it, once the server stops. */
  readonly politeMs: number;
  readonly idleSweepMs: number;
  /** How often the timeouts of head and request are looked at. */
  readonly timeoutCheckMs: number;
};

export const serverLimits: ServerLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  keepAliveTimeoutMs: 65_000,
  connectionsMax: 10_000,
  pipelinedMax: 16,
  unreadMs: 30_000,
  brokenCloseMs: 1000,
  drainMs: 30_000,
  politeMs: 250,
  idleSweepMs: 20,
  timeoutCheckMs: 2000,
};
