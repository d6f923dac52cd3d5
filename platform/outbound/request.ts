import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { type AddressPolicy, openAddressPolicy } from './address-policy.ts';
import { outboundLimits } from './config.ts';
import { OutboundFailure, refusedAddress } from './failure.ts';
import { guardedLookup, type Resolve } from './guarded-lookup.ts';

export type OutboundRequest = {
  readonly url: string;
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Until the response is complete, name resolution included. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

export type OutboundResponse = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** At most `bodyBytesMax` of the beginning. */
  readonly body: Buffer;
  /** Only the allow list permits the target: readers of an organization must not see the response. */
  readonly isPrivateTarget: boolean;
};

export type Outbound = (request: OutboundRequest) => Promise<OutboundResponse>;

/**
 * Sends requests to targets that users choose. The addresses are checked that are connected to; redirects are
 * not followed, and each request has a connection of its own. Rejects with `OutboundFailure`, or with the
 * signal's reason.
 */
export function openOutbound({
  allow,
  resolve,
}: {
  readonly allow: readonly string[];
  readonly resolve?: Resolve;
}): Outbound {
  const policy = openAddressPolicy(allow);
  return async request => {
    const url = parsedUrl(request.url, policy);
    const deadline = AbortSignal.timeout(request.timeoutMs);
    const signal = AbortSignal.any([request.signal, deadline]);
    try {
      return await exchange(url, { ...request, signal }, policy, resolve);
    } catch (error) {
      request.signal.throwIfAborted();
      if (deadline.aborted) {
        throw new OutboundFailure('timeout', `no response within ${request.timeoutMs} ms`);
      }
      throw error instanceof OutboundFailure ? error : connectionFailure(error);
    }
  };
}

/** Node resolves no literal address, so it is checked here. `URL` has normalized forms such as `0x7f.1`. */
function parsedUrl(text: string, policy: AddressPolicy): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new OutboundFailure('invalid_url', 'expected a URL that begins with http:// or https://');
  }
  const host = hostOf(url);
  if (isIP(host) !== 0 && !policy(host).isAllowed) throw refusedAddress(host);
  return url;
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/gu, '');

function exchange(
  url: URL,
  { method, headers, body, signal }: OutboundRequest,
  policy: AddressPolicy,
  resolve: Resolve | undefined,
): Promise<OutboundResponse> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((settle, fail) => {
    const request = send(url, {
      method,
      headers: { ...headers },
      signal,
      agent: false,
      lookup: guardedLookup(policy, resolve),
      maxHeaderSize: outboundLimits.headersBytesMax,
    });
    request.on('error', fail);
    request.on('response', response => {
      readResponse(response, policy).then(settle, fail);
    });
    request.end(body);
  });
}

async function readResponse(
  response: IncomingMessage,
  policy: AddressPolicy,
): Promise<OutboundResponse> {
  const { statusCode = 0, headers, socket } = response;
  const address = socket.remoteAddress ?? '';
  const { isAllowed, isPublic } = policy(address);
  if (!isAllowed) throw refusedAddress(address);
  const body = await firstBytes(response);
  return { status: statusCode, headers, body, isPrivateTarget: !isPublic };
}

async function firstBytes(response: IncomingMessage): Promise<Buffer> {
  const { bodyBytesMax } = outboundLimits;
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop destroys the response and its connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= bodyBytesMax) break;
  }
  return Buffer.concat(chunks).subarray(0, bodyBytesMax);
}

const connectionFailure = (cause: unknown): OutboundFailure =>
  new OutboundFailure('connection', `the request failed: ${messageOf(cause)}`, { cause });

/** A failed attempt at several addresses has no message of its own, only a code. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return error.message || code || error.name;
};
