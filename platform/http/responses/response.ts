import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { exactJsonText } from '../../../schemas/exact-json.ts';
import type { Problem } from '../../../schemas/http/problem.ts';
import type { Route } from '../../../schemas/http/route.ts';
import { hasBody } from '../bodies/http-body.ts';
import type { HttpResponse } from '../handler.ts';
import type { HttpLimits } from '../limits.ts';
import { type HttpProblem, problemBody } from '../problem.ts';
import { grpcCodeOf } from './grpc-codes.ts';
import type { Answers } from './pending-responses.ts';

/** Writes `google.rpc.Status`, which OTLP requires for protobuf requests. */
export type EncodeOtlpStatus = (code: number, message: string) => Uint8Array;

export const protobufType = 'application/x-protobuf';

export type Sent = {
  readonly route: Route;
  readonly answer: HttpResponse;
  /** Whose budget a long answer counts against. */
  readonly holder: string;
};

/**
 * Counts what is held of a long answer until it is written out: its bytes. The text that they are
 * made from is garbage at once, and of a stream no more is held than its buffers.
 */
export function sendResponse(
  context: Context,
  { route, answer, holder }: Sent,
  {
    answers,
    limits,
  }: { readonly answers: Answers; readonly limits: Pick<HttpLimits, 'answerUncountedMax'> },
): void {
  if (answer.body === undefined) {
    sendNothing(context, answer);
    return;
  }
  const body = sendable(answer.body, limits.answerUncountedMax);
  if (Buffer.isBuffer(body) && body.length > limits.answerUncountedMax && !context.res.closed)
    context.res.once('close', answers.take(holder, body.length));
  context.status = answer.status;
  if (answer.headers !== undefined) context.set({ ...answer.headers });
  // Koa takes the header it finds, else guesses one from the body.
  if (!context.res.hasHeader('Content-Type')) {
    context.set('Content-Type', route.contentType ?? 'application/json; charset=utf-8');
  }
  context.body = body;
}

function sendNothing(context: Context, { status, headers }: HttpResponse): void {
  if (headers !== undefined) context.set({ ...headers });
  context.body = null;
  // Koa makes 204 of an empty body; clients compare with the very code of the table.
  context.status = status;
}

/** Short text is written in one piece with the head; long text is held as bytes, half of it at most. */
function sendable(
  body: NonNullable<HttpResponse['body']>,
  textMax: number,
): string | Buffer | Readable {
  if (body instanceof Readable) return body;
  if (body instanceof Uint8Array) return bufferOf(body);
  const text = typeof body === 'string' ? body : exactJsonText(body);
  return text.length > textMax ? Buffer.from(text) : text;
}

export type RefuseOptions = {
  readonly problem: HttpProblem;
  readonly requestId: string;
  readonly encodeOtlpStatus: EncodeOtlpStatus | undefined;
  /** OAuth clients read a word as `error`. */
  readonly isOauth?: boolean;
  readonly limits: Pick<HttpLimits, 'refusedBytesMax' | 'lingerBytesMax' | 'lingerMs'>;
};

/** Answers with the problem, in the form that the request's own form calls for. */
export async function sendProblem(context: Context, options: RefuseOptions): Promise<void> {
  const { problem, requestId, encodeOtlpStatus, isOauth = false, limits } = options;
  const { type, body } =
    encodeOtlpStatus !== undefined && isProtobuf(context.get('Content-Type'))
      ? otlpStatus(problem, encodeOtlpStatus)
      : problemJson(problem, requestId, isOauth);
  context.status = problem.status;
  context.set({ ...problem.headers });
  context.set('Content-Type', type);
  context.body = body;
  if (hasLongRest(context.req, limits.refusedBytesMax)) await sendAndClose(context, body, limits);
}

export const isProtobuf = (contentType: string): boolean =>
  /^application\/(?:x-)?protobuf\s*(?:;|$)/iu.test(contentType);

const otlpStatus = (problem: HttpProblem, encode: EncodeOtlpStatus) => ({
  type: protobufType,
  body: bufferOf(encode(grpcCodeOf(problem), problem.message)),
});

function problemJson(problem: HttpProblem, requestId: string, isOauth: boolean) {
  const plain = problemBody(problem, requestId);
  const { code: error, message: error_description } = problem;
  const body: Problem = isOauth ? { ...plain, error, error_description } : plain;
  return {
    type: `application/${isOauth ? 'json' : 'problem+json'}; charset=utf-8`,
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** A short rest is swallowed by Node and the connection lives on; a long or endless one ends it. */
const hasLongRest = (request: IncomingMessage, shortBytes: number): boolean =>
  hasBody(request) &&
  !request.complete &&
  request.socket.writable &&
  Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) > shortBytes;

/**
 * Closing a socket that has unread bytes resets it, and the client may never see why it was refused.
 * So the answer goes first, then the rest is thrown away within limits, then the connection ends.
 */
async function sendAndClose(
  context: Context,
  body: Buffer,
  limits: RefuseOptions['limits'],
): Promise<void> {
  const { req, res } = context;
  context.respond = false;
  context.set({ Connection: 'close', 'Content-Length': String(body.length) });
  res.write(body);
  await swallow(req, limits);
  res.end();
}

function swallow(
  request: IncomingMessage,
  { lingerBytesMax, lingerMs }: RefuseOptions['limits'],
): Promise<void> {
  return new Promise(resolve => {
    let bytesLeft = lingerBytesMax;
    const done = (): void => {
      clearTimeout(timer);
      request.off('data', count).off('end', done).off('close', done).pause();
      resolve();
    };
    const count = (chunk: Buffer): void => {
      bytesLeft -= chunk.length;
      if (bytesLeft <= 0) done();
    };
    const timer = setTimeout(done, lingerMs);
    request.on('data', count).once('end', done).once('close', done).resume();
  });
}

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
