import { createHash } from 'node:crypto';
import { parseJson } from '../../../platform/http/bodies/json.ts';
import { limits } from '../config.ts';
import { commandLineSpan } from './command-line.ts';
import { nextError } from './next-error.ts';
import { requestOf } from './otlp-json.ts';

export type ConversionContext = {
  readonly organizationId: string;
  /** Of the API key: what a body belongs to that names no service. */
  readonly serviceName: string;
  readonly receivedAtMs: number;
};

/**
 * The same as OTLP/JSON, for the two kinds of body that clients send to the address of traces and
 * that are none; undefined for any other. The same body gives the same ids, so that a client's retry
 * stays one span.
 */
export function convertNonOtlp(body: Buffer, context: ConversionContext): Buffer | undefined {
  if (body.length > limits.foreignBytesMax) return undefined;
  const given = parsed(body);
  const digest = createHash('sha256').update(context.organizationId).update(body).digest('hex');
  const found = commandLineSpan(given, context) ?? nextError(given, { ...context, digest });
  return found === undefined ? undefined : requestOf(found);
}

function parsed(body: Buffer): unknown {
  try {
    return parseJson(body, limits.foreignJson);
  } catch {
    return undefined;
  }
}
