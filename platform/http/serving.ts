import type { Log } from '../log.ts';
import type { Metrics } from '../metrics/registry.ts';
import { openPlaces, type Places } from '../shares/places.ts';
import { openTurns } from '../shares/turns.ts';
import { openAddresses } from './address.ts';
import { type Admit, admitAll } from './admission.ts';
import { type Authenticate, type AuthOptions, openAuth } from './auth.ts';
import { openBodies } from './bodies/body.ts';
import { openReporter, type RequestInstrumentation } from './instrumentation.ts';
import { type KeyRates, openKeyRates } from './key-rates.ts';
import { type HttpLimits, httpLimits, rateDefaults, ratesByKind } from './limits.ts';
import type { RequestLogEntry } from './request-log.ts';
import { openAnswers } from './responses/pending-responses.ts';
import type { BeforeBody, ServeOptions } from './serve.ts';

export type ServingOptions = {
  readonly authenticate: Authenticate;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: () => number;
  /** `token`: required of operators (absent: all are rejected); `trusted`: for the socket file. */
  readonly operators?: { readonly token: string } | 'trusted';
  readonly trustedProxies?: readonly string[];
  /** Whether there is room for telemetry; all of it when absent. */
  readonly admit?: Admit;
  readonly beforeBody?: BeforeBody;
  /** Counts the requests of each key; with the default rates when absent. */
  readonly rates?: KeyRates;
  /** Called for each request after its response. */
  readonly onAnswered?: (request: RequestLogEntry) => void;
  readonly resourceMetadata?: AuthOptions['resourceMetadata'];
  /** Called for each request with a valid key. */
  readonly used?: AuthOptions['used'];
  readonly limits?: Partial<HttpLimits>;
};

/** What requests share with each other, on whichever port they come: keys, bounds, memory and instruments. */
export type Serving = ServeOptions & {
  /** Requests that wait for their answer, with or without a key. */
  readonly allPlaces: Places;
  readonly report: RequestInstrumentation;
};

export function openServing(options: ServingOptions): Serving {
  const { operators, authenticate, clock, trustedProxies = [], admit = admitAll } = options;
  const { beforeBody = {}, rates = openKeyRates(ratesByKind(rateDefaults)) } = options;
  const { used, resourceMetadata } = options;
  const adminToken = typeof operators === 'object' ? operators.token : undefined;
  const limits = { ...httpLimits, ...options.limits };
  const serving = {
    auth: openAuth({
      authenticate,
      adminToken,
      clock,
      limits,
      ...(used && { used }),
      ...(resourceMetadata && { resourceMetadata }),
    }),
    trustOperators: operators === 'trusted',
    bodies: openBodies(limits.bodiesBytesMax),
    keylessBodies: openBodies(limits.keylessBodiesBytesMax),
    answers: openAnswers(limits),
    allPlaces: openPlaces(limits.requestsAtOnce),
    places: openPlaces(limits.keyedRequestsAtOnce),
    readTurns: openTurns(limits.readsAtOnce),
    report: openReporter({ ...options, onAnswered: options.onAnswered ?? (() => undefined) }),
    beforeBody,
    rates,
    admit,
    limits,
    clock,
    addressOf: openAddresses(trustedProxies),
  };
  watchMemory(options.metrics, serving);
  return serving;
}

function watchMemory(
  metrics: Metrics,
  { bodies, keylessBodies, answers }: Pick<ServeOptions, 'bodies' | 'keylessBodies' | 'answers'>,
): void {
  metrics.gauge('tidemark_http_bodies_bytes', () => bodies.held() + keylessBodies.held());
  metrics.gauge('tidemark_http_answers_bytes', answers.held);
}
