import { isIP } from 'node:net';
import { urlOf, webUrlFault } from '../../schemas/http/web-url.ts';
import { openAddressPolicy } from './address-policy.ts';
import { refusedAddress } from './failure.ts';

/**
 * What is wrong with a URL that a user gives as a target; undefined: nothing. Addresses are checked here, names when
 * connecting, as they may change.
 *  allow  ranges of private addresses that are permitted
 */
export function targetUrlFault(text: string, allow: readonly string[]): string | undefined {
  const url = urlOf(text);
  if (url?.protocol === 'http:' && !isLoopback(hostOf(url)))
    return 'expected https; http is possible for loopback addresses alone';
  return checkUrlFault(text, allow);
}

/** The same for what is only looked at: http is possible everywhere. */
export function checkUrlFault(text: string, allow: readonly string[]): string | undefined {
  const fault = webUrlFault(text);
  if (fault !== undefined) return fault;
  const host = hostOf(new URL(text));
  const address = host === 'localhost' ? '127.0.0.1' : host;
  const isRefused = isIP(address) !== 0 && !openAddressPolicy(allow)(address).isAllowed;
  return isRefused ? refusedAddress(address).message : undefined;
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/gu, '');

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d+){3}$/u.test(host);
