import type { Assertions, CheckRequest } from '../../../../schemas/health/check.ts';
import { valueAt } from '../../../../schemas/health/json-path.ts';
import type { Json } from '../../../../schemas/json.ts';

export type CheckResponse = {
  readonly status: number;
  readonly durationMs: number;
  /** Its beginning. */
  readonly body: string;
  readonly certificateEndsAtMs?: number | undefined;
};

const dayMs = 86_400_000;

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
    bodyFailure(assertions, response.body) ??
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

function bodyFailure({ bodyContains, jsonPath }: Assertions, body: string): string | undefined {
  if (bodyContains !== undefined && !body.includes(bodyContains))
    return 'the body does not contain the expected text';
  if (jsonPath === undefined) return undefined;
  const document = parsed(body);
  if (document === undefined) return 'expected a body of JSON';
  return valueAt(document, jsonPath.path) === jsonPath.equals
    ? undefined
    : `the value at ${jsonPath.path} is not the expected one`;
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

function parsed(body: string): Json | undefined {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return undefined;
  }
}
