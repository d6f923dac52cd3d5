import ipaddr from 'ipaddr.js';
import { isIn, parseRange } from '../http/address.ts';

export type AddressVerdict =
  /** A public address, or one that only the allow list permits. */
  | { readonly isAllowed: true; readonly isPublic: boolean }
  | { readonly isAllowed: false; readonly isPublic: false };

export type AddressPolicy = (address: string) => AddressVerdict;

/**
 * Which addresses outbound requests may reach: public ones, and the ranges of `TIDEMARK_OUTBOUND_ALLOW`.
 * A text that is no address is refused.
 */
export function openAddressPolicy(allowed: readonly string[]): AddressPolicy {
  const ranges = allowed.map(parseRange);
  return text => {
    const address = text.split('%')[0] ?? '';
    if (isPublicAddress(address)) return { isAllowed: true, isPublic: true };
    return { isAllowed: isIn(address, ranges), isPublic: false };
  };
}

/** The ranges of an allow list that permits every address: for targets that the operator chose. */
export const everyAddress: readonly string[] = ['0.0.0.0/0', '::/0'];

/** Everything that routers of the internet deliver lies in this block. */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** An IPv4 address in an IPv6 one counts as that IPv4 address; other embeddings (NAT64, 6to4) are not public. */
function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return !(address instanceof ipaddr.IPv6) || address.match(globalUnicast);
}
