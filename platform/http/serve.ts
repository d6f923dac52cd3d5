import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import type { Route } from '../../schemas/http/route.ts';
import type { OtlpFormat } from '../../schemas/topics.ts';
import type { Admission, Admit } from './admission.ts';
import { isProtobuf, sendAnswer } from './answer.ts';
import type { Auth } from './auth.ts';
import type { Bodies, Body } from './body.ts';
import { hasBody } from './body.ts';
import type { HttpAnswer, IngestOutcome, OtlpBody, Principal } from './handler.ts';
import { parseJson } from './json.ts';
import type { HttpLimits } from './limits.ts';
import { HttpProblem, parseRequest } from './problem.ts';

/** A handler whose route is not known to the compiler: the table binds each to its own route. */
export type AnyHandler = (request: never) => Promise<HttpAnswer>;

export type ServeOptions = {
  readonly auth: Auth;
  /** The operators' socket file: whoever may open it needs no token. */
  readonly trustOperators: boolean;
  readonly bodies: Bodies;
  readonly admit: Admit;
  readonly limits: HttpLimits;
  readonly clock: () => number;
  readonly addressOf: (request: IncomingMessage) => string;
};

/** What the whole way of a request knows about it, for the log and the metrics. */
export type Exchange = {
  readonly requestId: string;
  route?: Route;
  principal?: Principal;
  code?: string;
  /** Why it was refused, in the words that the client was told. */
  reason?: string;
  outcome?: IngestOutcome;
};

type Held = { readonly value: unknown; readonly release: () => void };

/**
 * From the request to the answer: who asks, what is asked, whether there is room for it, the handler,
 * the answer. In this order: a body that there is no room for is not read.
 */
export async function serve(
  context: Context,
  route: Route,
  handler: AnyHandler,
  options: ServeOptions,
): Promise<void> {
  const exchange = context.state as Exchange;
  exchange.route = route;
  const receivedAtMs = options.clock();
  const address = options.addressOf(context.req);
  const key = await identify(context, route, address, options);
  if (key !== undefined) exchange.principal = key;
  const params = route.params && parseRequest(route.params, context.params);
  const query = route.query && parseRequest(route.query, context.query);
  const body = await readBody(context.req, route, key, options);
  try {
    const request = new ServedRequest(context, {
      requestId: exchange.requestId,
      receivedAtMs,
      params,
      query,
      body: body.value,
      headers: context.headers,
      key,
      address,
      checkKey: async () => void (await identify(context, route, address, options)),
    });
    const answer = await handler(request as never);
    if (answer.outcome !== undefined) exchange.outcome = answer.outcome;
    sendAnswer(context, route, answer);
  } finally {
    body.release();
  }
}

async function identify(
  context: Context,
  route: Route,
  address: string,
  { auth, trustOperators }: ServeOptions,
): Promise<Principal | undefined> {
  if (route.keys === 'none') return undefined;
  if (route.keys !== 'admin') {
    return await auth.principal(credential(context, route), address, {
      keys: route.keys,
      ...(route.domain && { domain: true }),
    });
  }
  if (!trustOperators) auth.operator(credential(context, route), address);
  return undefined;
}

function credential(context: Context, route: Route): string | undefined {
  const header = context.get('X-API-Key').trim();
  if (header !== '') return header;
  const bearer = /^Bearer +(?<token>\S+)\s*$/iu.exec(context.get('Authorization'));
  if (bearer?.groups !== undefined) return bearer.groups.token;
  const inQuery = route.keyInQuery ? context.query.api_key : undefined;
  return typeof inQuery === 'string' && inQuery !== '' ? inQuery : undefined;
}

function readBody(
  request: IncomingMessage,
  route: Route,
  key: Principal | undefined,
  options: ServeOptions,
): Promise<Held> | Held {
  switch (route.body) {
    case 'none':
      return { value: undefined, release: () => undefined };
    case 'json':
      return readJson(request, route, options);
    case 'otlp':
      return readOtlp(request, key, options);
  }
}

async function readJson(
  request: IncomingMessage,
  route: Route,
  { bodies, limits }: ServeOptions,
): Promise<Held> {
  const type = request.headers['content-type'];
  if (hasBody(request) && type !== undefined && !jsonType.test(type)) {
    throw unsupportedType('application/json', type);
  }
  const bytesMax = limits.jsonBytesMax;
  const body = await bodies.read(request, { wireBytesMax: bytesMax, bytesMax });
  try {
    const json = parseJson(body.bytes, limits.jsonDepthMax);
    return { value: route.request && parseRequest(route.request, json), release: body.release };
  } catch (error) {
    body.release();
    throw error;
  }
}

async function readOtlp(
  request: IncomingMessage,
  key: Principal | undefined,
  { bodies, limits, admit }: ServeOptions,
): Promise<Held & { readonly value: OtlpBody }> {
  const type = request.headers['content-type'];
  const stated = type === undefined ? undefined : statedFormat(type);
  const place = placeOf(request, key, { admit, limits });
  try {
    const sizes = { wireBytesMax: limits.otlpWireBytesMax, bytesMax: limits.otlpBytesMax };
    const body = await bodies.read(request, sizes, place?.grow);
    place?.arrived();
    const format = stated ?? guessedFormat(body);
    const release = (): void => {
      body.release();
      place?.release();
    };
    return { value: { format, bytes: body.bytes, bodyBytes: body.wireBytes }, release };
  } catch (error) {
    place?.release();
    throw error;
  }
}

/** Only who is known has a share. */
function placeOf(
  { headers }: IncomingMessage,
  key: Principal | undefined,
  { admit, limits }: Pick<ServeOptions, 'admit' | 'limits'>,
): Admission | undefined {
  if (key === undefined) return undefined;
  const length = headers['content-length'];
  return admit({
    organizationId: key.organizationId,
    // What is too long in any case is to be told so, and not to come back.
    wireBytes: length === undefined ? undefined : Math.min(Number(length), limits.otlpWireBytesMax),
    isDeflated: (headers['content-encoding'] ?? 'identity') !== 'identity',
  });
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/iu;
const otlpTypes = 'application/json or application/x-protobuf';

function statedFormat(type: string): OtlpFormat {
  if (isProtobuf(type)) return 'protobuf';
  if (jsonType.test(type)) return 'json';
  throw unsupportedType(otlpTypes, type);
}

/** Without a content type only JSON can be told from noise: by the brace that it starts with. */
function guessedFormat(body: Body): OtlpFormat {
  const start = body.bytes.subarray(0, 64).toString('latin1').trimStart();
  if (start.startsWith('{')) return 'json';
  body.release();
  throw unsupportedType(otlpTypes, 'none');
}

const unsupportedType = (expected: string, found: string): HttpProblem =>
  new HttpProblem({
    status: 415,
    code: 'unsupported_media_type',
    message: `expected content type ${expected}, found ${found.slice(0, 100)}`,
  });

/**
 * What a handler is given. Its signal is made only for those who ask, by a getter of the class: V8
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
  const abort = (): void => {
    if (!res.writableFinished) controller.abort();
  };
  if (res.closed) abort();
  else res.once('close', abort);
  return controller.signal;
}
