import type { IncomingHttpHeaders } from 'node:http';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type AddressRange = readonly [Address, number];

/** `10.0.0.0/8`, or one address; throws when the text is neither. */
export const parseRange = (text: string): AddressRange =>
  text.includes('/') ? ipaddr.parseCIDR(text) : wholeRange(ipaddr.process(text));

/** What the address of a client is found in, over either version of HTTP. */
export type Addressed = {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
};

/**
 * Finds the address of a request: the peer, or what trusted proxies report. `X-Forwarded-For` is read
 * from its end, and only as far as each hop is trusted: entries before that can be forged.
 */
export function openAddresses(trustedProxies: readonly string[]): (request: Addressed) => string {
  const ranges = trustedProxies.map(parseRange);
  return request => {
    const peer = request.socket.remoteAddress;
    if (peer === undefined) return 'local';
    if (ranges.length === 0) return withoutMapping(peer);
    return farthestTrusted(peer, forwarded(request), ranges);
  };
}

/** The unit that limits count by: an IPv4 address, or the 56 bits that an IPv6 customer gets (RFC 6177). */
export function addressGroup(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/56`).toString();
}

function farthestTrusted(
  peer: string,
  hops: readonly string[],
  ranges: readonly AddressRange[],
): string {
  let nearest = withoutMapping(peer);
  for (const hop of hops.toReversed()) {
    if (!isIn(nearest, ranges) || !ipaddr.isValid(hop)) return nearest;
    nearest = ipaddr.process(hop).toString();
  }
  return nearest;
}

const forwarded = (request: Addressed): readonly string[] =>
  [request.headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map(hop => hop.trim())
    .filter(hop => hop !== '');

export function isIn(text: string, ranges: readonly AddressRange[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return ranges.some(([base, bits]) => sameKindMatch(address, base, bits));
}

const sameKindMatch = (address: Address, base: Address, bits: number): boolean =>
  address.kind() === base.kind() && address.match(base, bits);

const wholeRange = (address: Address): AddressRange => [
  address,
  address.kind() === 'ipv4' ? 32 : 128,
];

const withoutMapping = (address: string): string =>
  address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
