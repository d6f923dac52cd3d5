import { setMaxListeners } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Context } from 'koa';
import { originOf } from '../../schemas/api-keys/origins.ts';
import { isRead, type Route } from '../../schemas/http/route.ts';
import type { RouteName } from '../../schemas/http/routes.ts';
import type { Places } from '../shares/places.ts';
import type { Turns } from '../shares/turns.ts';
import type { Addressed } from './address.ts';
import type { Auth } from './auth.ts';
import { type BodyOptions, expectBody, readBody } from './bodies/request-body.ts';
import type { HttpResponse, IngestOutcome, Principal } from './handler.ts';
import type { KeyRates } from './key-rates.ts';
import { withNameOfQuery } from './name-in-query.ts';
import { parseRequest, rateLimited } from './problem.ts';
import { parseQuery } from './query.ts';
import type { Answers } from './responses/pending-responses.ts';
import { sendResponse } from './responses/response.ts';

export type ServedRoute = Route & { readonly name: RouteName };

/** A handler whose route is not known to the compiler: the table binds each to its own route. */
export type AnyHandler = (request: never) => Promise<HttpResponse>;

/** Throws the problem for a response before the body is read: by its address, as it needs no key. */
export type BeforeBody = { readonly [Name in RouteName]?: (address: string) => void };

export type ServeOptions = BodyOptions & {
  readonly auth: Auth;
  /** The operators' socket file, whose file permissions replace a token. */
  readonly trustOperators: boolean;
  readonly beforeBody: BeforeBody;
  readonly rates: KeyRates;
  readonly answers: Answers;
  readonly places: Places;
  readonly readTurns: Turns;
  readonly clock: () => number;
  readonly addressOf: (request: Addressed) => string;
};

/** What the whole way of a request knows about it, for the log and the metrics. */
export type RequestContext = {
  readonly requestId: string;
  route?: Route;
  principal?: Principal;
  code?: string;
  /** The reason of a rejection, as in the response. */
  reason?: string;
  outcome?: IngestOutcome;
};

/**
 * From the request to the response: principal, parameters, admission, body, handler, response. In this
 * order: a rejected body is not read.
 */
export async function serve(
  context: Context,
  route: ServedRoute,
  handler: AnyHandler,
  options: ServeOptions,
): Promise<void> {
  const exchange = context.state as RequestContext;
  exchange.route = route;
  const receivedAtMs = options.clock();
  const address = options.addressOf(context.req);
  const key = await identify(context, route, address, options);
  if (key === undefined)
    return await answer(context, { route, handler, receivedAtMs, address }, options);
  exchange.principal = key;
  countRequest(context, route, key, options);
  const leave = options.places.take({ organizationId: key.organizationId, keyId: key.keyId });
  try {
    await answer(context, { route, handler, receivedAtMs, address, key }, options);
  } finally {
    leave();
  }
}

type Identified = {
  readonly route: ServedRoute;
  readonly handler: AnyHandler;
  readonly receivedAtMs: number;
  readonly address: string;
  readonly key?: Principal;
};

async function answer(
  context: Context,
  { route, handler, receivedAtMs, address, key }: Identified,
  options: ServeOptions,
): Promise<void> {
  const exchange = context.state as RequestContext;
  const given = withNameOfQuery(route.path, { params: context.params, query: context.query });
  const params = route.params && parseRequest(route.params, given.params);
  const query = parseQuery(route, given.query);
  expectBody(context.req, route);
  options.beforeBody[route.name]?.(address);
  const body = await readBody(context.req, route, key, options, () => abandoned(context));
  try {
    const request = new ServedRequest(context, {
      requestId: exchange.requestId,
      receivedAtMs,
      params,
      query,
      querystring: context.querystring,
      body: body.value,
      headers: context.headers,
      key,
      address,
      checkKey: async () => void (await identify(context, route, address, options)),
    });
    const leave = await turnOf(context, route, key, options);
    try {
      const response = await handler(request as never);
      if (response.outcome !== undefined) exchange.outcome = response.outcome;
      sendResponse(
        context,
        { route, answer: response, holder: key?.organizationId ?? route.name },
        options,
      );
    } finally {
      leave?.();
    }
  } finally {
    body.release();
  }
}

/**
 * Reads of one organization run a few at a time, so that others find the event loop free. What sends has shares of its own, and
 * what waits for something to happen has places.
 */
async function turnOf(
  context: Context,
  route: Route,
  key: Principal | undefined,
  { readTurns }: Pick<ServeOptions, 'readTurns'>,
): Promise<(() => void) | undefined> {
  if (key === undefined || !isRead(route) || route.waits) return undefined;
  const leave = readTurns.enterNow(key.organizationId);
  if (leave !== undefined) return leave;
  const entered = await readTurns.enter(key.organizationId, abandoned(context));
  // Turns that follow from one another would leave nothing between them to anybody else.
  await setImmediate();
  return entered;
}

/** Tells the client what is left of its rate; throws 429 when that is nothing. */
function countRequest(
  context: Context,
  route: Route,
  key: Principal,
  { rates }: Pick<ServeOptions, 'rates'>,
): void {
  const taken = rates.take(key, route);
  if (taken === undefined) return;
  context.set({ ...taken.headers });
  if (taken.waitMs !== undefined)
    throw rateLimited('this API key sends more requests than its rate allows', taken.waitMs);
}

async function identify(
  context: Context,
  route: Route,
  address: string,
  { auth, trustOperators }: ServeOptions,
): Promise<Principal | undefined> {
  if (route.keys === 'none') return undefined;
  if (route.keys !== 'admin') {
    const key = credential(context, route);
    return await auth.principal({ key, address, origin: originOf(context.headers) }, route);
  }
  if (!trustOperators) auth.operator(credential(context, route), address);
  return undefined;
}

function credential(context: Context, route: Route): string | undefined {
  const sent = sentKey(context.headers);
  if (sent !== undefined) return sent;
  const inQuery = route.keyInQuery ? context.query.api_key : undefined;
  return typeof inQuery === 'string' && inQuery !== '' ? inQuery : undefined;
}

/** The key, or the operators' token, in the headers of a request. */
export function sentKey(headers: IncomingHttpHeaders): string | undefined {
  const header = String(headers['x-api-key'] ?? '').trim();
  if (header !== '') return header;
  return /^Bearer +(?<token>\S+)\s*$/iu.exec(headers.authorization ?? '')?.groups?.token;
}

/**
 * What a handler gets. Its signal is made only on use, by a getter of the class: V8
 * puts each getter of an object literal among its old objects, where it holds the request and its
 * body until all garbage is collected.
 */
class ServedRequest {
  readonly #context: Context;
  #signal: AbortSignal | undefined;

  constructor(context: Context, fields: object) {
    this.#context = context;
    Object.assign(this, fields);
  }

  get signal(): AbortSignal {
    this.#signal ??= abandoned(this.#context);
    return this.#signal;
  }
}

/** Aborts when the connection ends before the answer has been written. */
function abandoned({ res }: Context): AbortSignal {
  const controller = new AbortController();
  // Many reads of one request wait at once; that is no leak.
  setMaxListeners(0, controller.signal);
  const abort = (): void => {
    if (!res.writableFinished) controller.abort();
  };
  if (res.closed) abort();
  else res.once('close', abort);
  return controller.signal;
}
