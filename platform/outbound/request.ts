import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { Dispatcher } from 'undici';
import { urlOf } from '../../schemas/http/web-url.ts';
import { abandonable } from '../async/abandonable.ts';
import { openInTurn } from '../shares/in-turn.ts';
import { type AddressPolicy, openAddressPolicy } from './address-policy.ts';
import { outboundLimits } from './config.ts';
import { type Connections, openConnections } from './connections.ts';
import { OutboundFailure, refusedAddress } from './failure.ts';
import { guardedLookup, type LookupTurn, type Resolve } from './guarded-lookup.ts';
import { openOwnConnections } from './own-connections.ts';
import { type ResponseBody, readBody } from './response-body.ts';

export type OutboundRequest = {
  readonly url: string;
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Until the response is complete, name resolution included. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Of the response; by default all that `outboundLimits` allow. */
  readonly bodyBytesMax?: number;
};

/** Of the body, at most `bodyBytesMax`. */
export type OutboundResponse = ResponseBody & {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Only the allow list permits the target: readers of an organization must not see the response. */
  readonly isPrivateTarget: boolean;
  /** Of the certificate of the target; undefined without https. */
  readonly certificateEndsAtMs?: number | undefined;
};

/** Rejects with `OutboundFailure`, or with the signal's reason. */
export type Send = (request: OutboundRequest) => Promise<OutboundResponse>;

/** For whom something is sent. The signal ends the waiting for its turn. */
export type Sender = { readonly organizationId: string; readonly signal: AbortSignal };

export type Outbound = {
  /**
   * Does work that sends requests for an organization, one after the other, when it is its turn. Only so much is under way
   * at once, so receivers of one organization that never answer delay no other.
   */
  readonly inTurn: <Result>(
    sender: Sender,
    work: (send: Send) => Promise<Result>,
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
};

/**
 * Sends requests to targets that users choose. The addresses are checked that are connected to, redirects are
 * not followed, proxy settings of the environment are ignored, and connections are kept for a while.
 */
export function openOutbound({
  allow,
  resolve,
}: {
  readonly allow: readonly string[];
  readonly resolve?: Resolve;
}): Outbound {
  const policy = openAddressPolicy(allow);
  const { atOnceMax, ownAtOnceMax, lookupsAtOnceMax, ownLookupsAtOnceMax } = outboundLimits;
  const turns = openInTurn({ max: atOnceMax, ownMax: ownAtOnceMax });
  const lookups = openInTurn({ max: lookupsAtOnceMax, ownMax: ownLookupsAtOnceMax });
  const own = openOwnConnections(organizationId => {
    // Who connects does not wait for longer.
    const inTurn: LookupTurn = look =>
      lookups(organizationId, look, AbortSignal.timeout(outboundLimits.connectMsMax));
    return openConnections(policy, guardedLookup(policy, inTurn, resolve));
  });
  return {
    inTurn: ({ organizationId, signal }, work) => {
      const withOwn = () =>
        own.use(organizationId, one => work(request => send(request, one, policy)));
      return turns(organizationId, withOwn, signal);
    },
    close: own.close,
  };
}

async function send(
  request: OutboundRequest,
  connections: Connections,
  policy: AddressPolicy,
): Promise<OutboundResponse> {
  const url = parsedUrl(request.url, policy);
  const deadline = AbortSignal.timeout(request.timeoutMs);
  const signal = AbortSignal.any([request.signal, deadline]);
  try {
    // A request that waits for its connection would hear of the signal when that is made.
    return await abandonable(exchange(url, { ...request, signal }, connections), signal);
  } catch (error) {
    request.signal.throwIfAborted();
    if (deadline.aborted) {
      throw new OutboundFailure('timeout', `no response within ${request.timeoutMs} ms`);
    }
    throw error instanceof OutboundFailure ? error : connectionFailure(error);
  }
}

/**
 * Node resolves no literal address, so it is checked here. `URL` has normalized forms such as `0x7f.1`. Throws
 * `OutboundFailure`.
 */
export function parsedUrl(text: string, policy: AddressPolicy): URL {
  const url = urlOf(text);
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new OutboundFailure('invalid_url', 'expected a URL that begins with http:// or https://');
  }
  const host = hostOf(url);
  if (isIP(host) !== 0 && !policy(host).isAllowed) throw refusedAddress(host);
  return url;
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/gu, '');

async function exchange(
  url: URL,
  { method, headers, body, signal, bodyBytesMax = outboundLimits.bodyBytesMax }: OutboundRequest,
  { agent, isPrivate, certificateEndsAtMs }: Connections,
): Promise<OutboundResponse> {
  const response = await agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: method as Dispatcher.HttpMethod,
    headers: { ...headers },
    signal,
    ...(body !== undefined && { body }),
  });
  const isPrivateTarget = isPrivate(url.origin);
  const coding = response.headers['content-encoding']?.toString();
  return {
    status: response.statusCode,
    headers: response.headers,
    ...(await readBody(response.body, coding, bodyBytesMax)),
    isPrivateTarget,
    certificateEndsAtMs: certificateEndsAtMs(url.origin),
  };
}

const connectionFailure = (cause: unknown): OutboundFailure =>
  new OutboundFailure('connection', `the request failed: ${messageOf(cause)}`, { cause });

/** A failed attempt at several addresses has no message of its own, only a code. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return error.message || code || error.name;
};
