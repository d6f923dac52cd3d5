import { STATUS_CODES } from 'node:http';
import type { z } from 'zod';
import { withoutApiKeys } from '../../schemas/api-keys/format.ts';
import type { Problem } from '../../schemas/http/problem.ts';
import { AnswerTooLarge, HistoryForgotten, OverShare, Unavailable } from '../errors.ts';

export type ProblemDetail = { readonly field: string; readonly message: string };

export type ProblemOptions = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: readonly ProblemDetail[];
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * A rejection with the whole response. Thrown by handlers and by the platform itself. Its message
 * is kept for operators, so keys that were sent in the wrong place are taken out of them.
 */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly retryable = false;
  readonly status: number;
  readonly code: string;
  readonly details: readonly ProblemDetail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor({ status, code, message, details = [], headers = {} }: ProblemOptions) {
    super(withoutApiKeys(message));
    this.status = status;
    this.code = code;
    this.details = details.map(detail => ({
      field: withoutApiKeys(detail.field),
      message: withoutApiKeys(detail.message),
    }));
    this.headers = headers;
  }
}

const detailsMax = 20;
const retryAfterSeconds = '1';
const overloadedSecondsMax = 3;

/** Each another whole number of seconds, so that those who were refused do not all come back at once. */
export const jitteredSeconds = (random = Math.random()): number =>
  1 + Math.floor(random * overloadedSecondsMax);

/** The problem that a client gets for an error; undefined for an unexpected one. */
export function toProblem(error: unknown): HttpProblem | undefined {
  if (error instanceof HttpProblem) return error;
  if (error instanceof OverShare) return rateLimited(error.message, jitteredSeconds() * 1000);
  if (error instanceof Unavailable) return unavailable(error.message);
  if (error instanceof HistoryForgotten) {
    return new HttpProblem({ status: 410, code: error.code, message: error.message });
  }
  if (error instanceof AnswerTooLarge) return answerTooLarge();
  return undefined;
}

export const invalidRequest = (message: string, details?: readonly ProblemDetail[]): HttpProblem =>
  new HttpProblem({
    status: 400,
    code: 'invalid_request',
    message,
    ...(details && { details }),
  });

export const answerTooLarge = (
  advice = 'use a shorter time range or a smaller limit',
): HttpProblem =>
  new HttpProblem({
    status: 400,
    code: 'answer_too_large',
    message: `the answer is too large; ${advice}`,
  });

export const payloadTooLarge = (message: string): HttpProblem =>
  new HttpProblem({ status: 413, code: 'payload_too_large', message });

export const notFound = (message: string): HttpProblem =>
  new HttpProblem({ status: 404, code: 'not_found', message });

export const unavailable = (message: string): HttpProblem =>
  new HttpProblem({
    status: 503,
    code: 'unavailable',
    message,
    headers: { 'Retry-After': retryAfterSeconds },
  });

/** There is more to do than can be done; where to send it is not at fault, only now. */
export const overloaded = (message: string, retryAfterSeconds = jitteredSeconds()): HttpProblem =>
  new HttpProblem({
    status: 503,
    code: 'overloaded',
    message,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });

export const rateLimited = (message: string, retryAfterMs: number): HttpProblem =>
  new HttpProblem({
    status: 429,
    code: 'rate_limited',
    message,
    headers: retryAfter(retryAfterMs),
  });

/** In whole seconds, and at least one. */
export const retryAfter = (afterMs: number): Readonly<Record<string, string>> => ({
  'Retry-After': String(Math.max(1, Math.ceil(afterMs / 1000))),
});

/** Nobody reads it; it is what log and metrics say of the request. */
export const clientGone = (message: string): HttpProblem =>
  new HttpProblem({ status: 400, code: 'client_gone', message });

/**
 * What a client is told of an error when the response has begun. `failed` is called for an error that nobody expected, but not when the client
 * has left: that aborts what is done for it, is no failure, and must not fill the log.
 */
export function lateProblem(error: unknown, signal: AbortSignal, failed: () => void): HttpProblem {
  const problem = toProblem(error);
  if (problem === undefined && !signal.aborted) failed();
  return problem ?? internalError();
}

/** Says nothing of the cause: that is in the log, under the request's id. */
export const internalError = (): HttpProblem =>
  new HttpProblem({
    status: 500,
    code: 'internal_error',
    message: 'something went wrong on our side; the request id finds it in our log',
  });

/** Parses a part of a request, or throws 400 naming each field that is wrong; `within`: the fields that hold it. */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  within: readonly string[] = [],
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  throw invalidFields(
    issues.map(({ path, message }) => ({
      field: [...within, ...path].map(String).join('.'),
      message,
    })),
  );
}

/** 400 that names each field which is wrong, the first one also in its sentence. */
export function invalidFields(faults: readonly ProblemDetail[]): HttpProblem {
  const details = faults.slice(0, detailsMax);
  const [first] = details;
  const sentence = first === undefined ? 'invalid request' : sentenceOf(first.field, first.message);
  return invalidRequest(sentence, details);
}

export const invalidField = (field: string, message: string): HttpProblem =>
  invalidFields([{ field, message }]);

/** The body of an error, the same for every route. */
export function problemBody(problem: HttpProblem, requestId: string): Problem {
  return {
    error: problem.message,
    code: problem.code,
    request_id: requestId,
    ...(problem.details.length > 0 && { details: [...problem.details] }),
    type: 'about:blank',
    title: STATUS_CODES[problem.status] ?? 'Error',
    status: problem.status,
    detail: problem.message,
  };
}

const sentenceOf = (field: string, message: string): string =>
  field === '' ? `invalid request: ${message}` : `invalid ${field}: ${message}`;
