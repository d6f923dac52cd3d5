import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { HttpProblem, internalError, toProblem } from '../http/problem.ts';
import type { RequestContext } from '../http/serve.ts';
import type { Serving } from '../http/serving.ts';
import { randomUuid } from '../uuid.ts';
import { type GrpcAnswer, type GrpcCall, type GrpcMethod, serveCall } from './call.ts';
import { watchCall } from './call-end.ts';
import { type GrpcLimits, grpcLimits } from './limits.ts';
import { framed } from './message.ts';
import { trailersOf } from './status.ts';

/** Answers one call; `peer` is the address at the other end of its connection. */
export type GrpcApp = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  peer: string | undefined,
) => Promise<void>;

export type GrpcAppOptions = {
  /** Shared with the app for HTTP, so that a client has its bounds once. */
  readonly serving: Serving;
  readonly methods: Readonly<Record<string, GrpcMethod>>;
  /** By path, why there is no method where clients may well look for one. */
  readonly absent?: Readonly<Record<string, string>>;
  readonly limits?: Partial<GrpcLimits>;
};

const contentType = 'application/grpc';
const grpcType = /^application\/grpc(?:\+proto)?\s*(?:;|$)/iu;

/** Serves unary methods of gRPC over HTTP/2, for `startGrpcServer`. */
export function openGrpcApp(options: GrpcAppOptions): GrpcApp {
  const { serving } = options;
  const limits = { ...grpcLimits, ...options.limits };
  return async (stream, headers, peer) => {
    if (!isGrpc(headers)) return refuseOther(stream);
    const started = serving.report.started();
    const exchange: RequestContext = { requestId: randomUuid() };
    const watched = watchCall(stream, single(headers['grpc-timeout']), limits);
    const address = serving.addressOf({ headers, socket: { remoteAddress: peer } });
    const answering = answerOf({ stream, headers, address, watched }, exchange, options);
    let status = 200;
    try {
      const answer = await Promise.race([answering, watched.end.promise]);
      watched.forget();
      sendAnswer(stream, exchange, answer);
    } catch (error) {
      watched.forget();
      const problem = toProblem(error) ?? internalError();
      ({ status } = problem);
      exchange.code = problem.code;
      exchange.reason = problem.message;
      if (isOurs(status)) serving.report.failed(error, exchange);
      sendProblem(stream, exchange, problem);
    } finally {
      const client = single(headers['user-agent']) ?? '';
      started.ended({ method: 'POST', status, client }, exchange);
    }
    // A handler that is late goes on, and gives back what it holds when it is done.
    await Promise.allSettled([answering]);
  };
}

const isOurs = (status: number): boolean => status === 500 || status === 503;

async function answerOf(
  call: GrpcCall,
  exchange: RequestContext,
  { serving, methods, absent = {} }: GrpcAppOptions,
): Promise<GrpcAnswer> {
  const leave = serving.allPlaces.take({ address: call.address });
  try {
    const path = call.headers[':path'] ?? '';
    const method = Object.hasOwn(methods, path) ? methods[path] : undefined;
    if (method === undefined) throw unimplemented(absent[path] ?? nothingAt(path));
    exchange.route = method.route;
    return await serveCall(call, method, exchange, serving);
  } finally {
    leave();
  }
}

const single = (value: string | readonly string[] | undefined): string | undefined =>
  value === undefined ? undefined : String(value);

const isGrpc = (headers: IncomingHttpHeaders): boolean =>
  headers[':method'] === 'POST' && grpcType.test(headers['content-type'] ?? '');

/** What is not gRPC gets a status of HTTP, as gRPC's specification has it. */
function refuseOther(stream: ServerHttp2Stream): void {
  if (isOver(stream)) return;
  stream.respond({ ':status': 415, 'content-type': 'text/plain' });
  stream.end('expected a call of gRPC with the content type application/grpc\n');
}

/** Its client left, or reset it. */
const isOver = (stream: ServerHttp2Stream): boolean => stream.destroyed || stream.closed;

const headOf = ({ requestId }: RequestContext) => ({
  ':status': 200,
  'content-type': contentType,
  'x-request-id': requestId,
});

function sendAnswer(
  stream: ServerHttp2Stream,
  exchange: RequestContext,
  { message, position }: GrpcAnswer,
): void {
  if (isOver(stream)) return;
  stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  const place = position === undefined ? {} : { 'x-ingest-position': position };
  stream.respond({ ...headOf(exchange), ...place }, { waitForTrailers: true });
  stream.end(framed(message));
}

/** The answer is one frame; what is still to come of the call is not waited for. */
function sendProblem(
  stream: ServerHttp2Stream,
  exchange: RequestContext,
  problem: HttpProblem,
): void {
  if (isOver(stream)) return;
  const encodings = { 'grpc-accept-encoding': 'identity,gzip' };
  stream.respond(
    { ...headOf(exchange), ...encodings, ...trailersOf(problem) },
    { endStream: true },
  );
  // Once the answer is written: Node 22 drops it when the stream is closed before.
  if (!stream.readableEnded) setImmediate(() => stream.close(constants.NGHTTP2_NO_ERROR));
}

const pathCharactersShown = 200;

const nothingAt = (path: string): string =>
  `there is no method ${path.slice(0, pathCharactersShown)}`;

const unimplemented = (message: string): HttpProblem =>
  new HttpProblem({ status: 501, code: 'not_found', message });
