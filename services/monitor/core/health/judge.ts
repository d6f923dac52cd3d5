import { valueAt } from '../../../../domain/health/json-path.ts';
import { dayMs } from '../../../../schemas/durations.ts';
import type { Assertions, CheckRequest } from '../../../../schemas/health/check.ts';
import type { Json } from '../../../../schemas/json.ts';

export type CheckResponse = {
  readonly status: number;
  readonly durationMs: number;
  /** Its beginning; undefined: its content encoding cannot be read. */
  readonly body: string | undefined;
  /** How much of a longer body was read; undefined: all of it. */
  readonly cutAtBytes?: number | undefined;
  readonly certificateEndsAtMs?: number | undefined;
};

/** Why a response does not pass, in words for users without anything of the response; undefined: it passes. */
export function failureOf(
  { expectedStatus, assertions }: CheckRequest,
  response: CheckResponse,
  nowMs: number,
): string | undefined {
  if (response.status !== expectedStatus)
    return `expected status ${expectedStatus}, found ${response.status}`;
  return (
    slowness(assertions, response) ??
    bodyFailure(assertions, response) ??
    certificateFailure(assertions, response.certificateEndsAtMs, nowMs)
  );
}

function slowness(
  { responseMsMax }: Assertions,
  { durationMs }: CheckResponse,
): string | undefined {
  if (responseMsMax === undefined || durationMs <= responseMsMax) return undefined;
  return `expected a response within ${responseMsMax} ms, it took ${Math.round(durationMs)} ms`;
}

function bodyFailure(
  { bodyContains, jsonPath }: Assertions,
  { body, cutAtBytes }: CheckResponse,
): string | undefined {
  if (bodyContains === undefined && jsonPath === undefined) return undefined;
  if (body === undefined)
    return 'the body has a content encoding that cannot be read; expected gzip, deflate, br or none';
  if (bodyContains !== undefined && !body.includes(bodyContains))
    return cutAtBytes === undefined
      ? 'the body does not contain the expected text'
      : `the first ${cutAtBytes} bytes of the body do not contain the expected text; more of it is not read`;
  return jsonPath && jsonFailure(jsonPath, { body, cutAtBytes });
}

function jsonFailure(
  { path, equals }: NonNullable<Assertions['jsonPath']>,
  { body, cutAtBytes }: { readonly body: string; readonly cutAtBytes: number | undefined },
): string | undefined {
  if (cutAtBytes !== undefined)
    return `expected a body of JSON of at most ${cutAtBytes} bytes; a longer one is not read`;
  const document = parsed(body);
  if (document === undefined) return 'expected a body of JSON';
  return valueAt(document, path) === equals
    ? undefined
    : `the value at ${path} is not the expected one`;
}

function certificateFailure(
  { certificateDays }: Assertions,
  endsAtMs: number | undefined,
  nowMs: number,
): string | undefined {
  if (certificateDays === undefined) return undefined;
  if (endsAtMs === undefined) return 'expected a certificate; the endpoint has no https';
  const days = Math.floor((endsAtMs - nowMs) / dayMs);
  if (days >= certificateDays) return undefined;
  return `expected a certificate that is valid for ${certificateDays} more days, it has ${days}`;
}

/** Some servers begin with a byte order mark, which is no JSON. */
function parsed(body: string): Json | undefined {
  try {
    return JSON.parse(body.replace(/^\u{FEFF}/u, '')) as Json;
  } catch {
    return undefined;
  }
}
