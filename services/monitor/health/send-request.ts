import type { Keyring } from '../../../platform/keyring/port.ts';
import { OutboundFailure } from '../../../platform/outbound/failure.ts';
import type { Outbound, OutboundResponse, Send } from '../../../platform/outbound/request.ts';
import type { CheckRequest, SecretRequest } from '../../../schemas/health/check.ts';
import type { OrganizationId, Sealed } from '../../../schemas/ids.ts';
import type { Sample } from '../../../schemas/samples/record.ts';
import { limits } from '../config.ts';
import { failureOf } from '../core/health/judge.ts';

/** What became of a request of a check: nothing of the response but its status. */
export type RequestResult = Pick<Sample, 'outcome' | 'durationMs' | 'httpStatus' | 'error'>;

export type CheckedEndpoint = {
  readonly organizationId: OrganizationId;
  readonly request: CheckRequest;
  readonly requestSealed?: Sealed | undefined;
};

export type SendRequest = (
  endpoint: CheckedEndpoint,
  signal: AbortSignal,
) => Promise<RequestResult>;

type Dependencies = {
  readonly outbound: Pick<Outbound, 'inTurn'>;
  readonly keyring: Pick<Keyring, 'unseal'>;
  readonly clock: () => number;
};

/**
 * Sends the request of a check, when it is the turn of its organization, and compares the response with what is expected.
 * Rejects only when the signal aborts.
 */
export const openSendRequest =
  ({ outbound, ...dependencies }: Dependencies): SendRequest =>
  (endpoint, signal) => {
    const { organizationId } = endpoint;
    return outbound.inTurn({ organizationId, signal }, send =>
      request(endpoint, { ...dependencies, send, signal }),
    );
  };

async function request(
  endpoint: CheckedEndpoint,
  {
    keyring,
    clock,
    send,
    signal,
  }: Omit<Dependencies, 'outbound'> & { readonly send: Send; readonly signal: AbortSignal },
): Promise<RequestResult> {
  const { request } = endpoint;
  const beganAtMs = performance.now();
  try {
    const { headers, body } = await secretOf(endpoint, keyring);
    const response = await send({
      url: request.url,
      method: request.method,
      headers: { 'user-agent': 'Tidemark', ...headers },
      timeoutMs: request.timeoutSeconds * 1_000,
      signal,
      bodyBytesMax: limits.health.bodyBytesMax,
      ...(body !== undefined && { body }),
    });
    return resultOf(request, response, performance.now() - beganAtMs, clock());
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    const durationMs = rounded(performance.now() - beganAtMs);
    return { outcome: 'failed', durationMs, error: error.message };
  }
}

async function secretOf(
  { organizationId: id, requestSealed }: CheckedEndpoint,
  keyring: Dependencies['keyring'],
): Promise<SecretRequest> {
  if (requestSealed === undefined) return {};
  const text = await keyring.unseal({ kind: 'organization', id }, requestSealed);
  return text === undefined ? {} : (JSON.parse(text) as SecretRequest);
}

function resultOf(
  request: CheckRequest,
  response: OutboundResponse,
  durationMs: number,
  nowMs: number,
): RequestResult {
  const { status, certificateEndsAtMs, isCut, isUnread } = response;
  const body = isUnread ? undefined : response.body.toString();
  const cutAtBytes = isCut ? limits.health.bodyBytesMax : undefined;
  const checked = { status, durationMs, body, cutAtBytes, certificateEndsAtMs };
  const error = failureOf(request, checked, nowMs);
  const result = { durationMs: rounded(durationMs), httpStatus: status };
  return error === undefined
    ? { ...result, outcome: 'passed' }
    : { ...result, outcome: 'failed', error };
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10;
