import type { HttpProblem } from '../http/problem.ts';
import { grpcCodeOf } from '../http/responses/grpc-codes.ts';
import { encodeStatus } from '../otlp/schema.ts';

const messageCharactersMax = 500;

/**
 * What a rejected call ends with. Where the response over HTTP has `Retry-After`, there is a `RetryInfo`: OTLP's clients
 * repeat RESOURCE_EXHAUSTED only with it.
 */
export function trailersOf(problem: HttpProblem): Readonly<Record<string, string>> {
  const message = problem.message.slice(0, messageCharactersMax).toWellFormed();
  const code = grpcCodeOf(problem);
  const retryAfter = problem.headers['Retry-After'];
  return {
    'grpc-status': String(code),
    'grpc-message': percentEncoded(message),
    ...(retryAfter !== undefined && {
      'grpc-status-details-bin': encodeStatus(code, message, Number(retryAfter)).toString('base64'),
    }),
  };
}

/** Printable ASCII but the percent sign stays as it is, as gRPC has it. */
export const percentEncoded = (text: string): string =>
  text.replace(/[^ -$&-~]/gu, character =>
    [...Buffer.from(character)]
      .map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  );
