import { urlOf, webUrlFault } from '../http/web-url.ts';

/** An origin as a browser sends it: scheme, host and port in lower case, without the default port. */
const wildcard = /^https:\/\/\*\.(?<rest>[^/*]+\.[^/*]+)$/u;

/** Whether the text is an exact origin or `https://*.example.com`. */
export const isOriginPattern = (text: string): boolean => canonical(text) !== undefined;

/** Whether a page of this origin may use a key with these patterns. */
export function isOriginAllowed(origin: string, patterns: readonly string[]): boolean {
  const given = exact(origin);
  return given !== undefined && patterns.some(pattern => fits(given, canonical(pattern)));
}

/** The origin of the page that a request comes from; undefined when its headers name none. */
export function originOf(headers: {
  readonly origin?: string | undefined;
  readonly referer?: string | undefined;
}): string | undefined {
  if (headers.origin !== undefined && headers.origin !== '') return headers.origin;
  const { referer } = headers;
  return referer === undefined ? undefined : urlOf(referer)?.origin;
}

/** `*` stands for one or more labels of a host; the domain itself is no subdomain. */
function fits(origin: string, pattern: string | undefined): boolean {
  if (pattern === undefined) return false;
  if (!pattern.startsWith(anyHost)) return origin === pattern;
  const suffix = pattern.slice(anyHost.length - 1);
  return origin.startsWith('https://') && origin.endsWith(suffix) && isHost(origin, suffix);
}

const anyHost = 'https://*.';

/** More than the suffix: `https://.example.com` is nobody's origin. */
const isHost = (origin: string, suffix: string): boolean =>
  origin.length > 'https://'.length + suffix.length;

function canonical(pattern: string): string | undefined {
  const rest = wildcard.exec(pattern)?.groups?.rest;
  if (rest === undefined) return exact(pattern);
  const parsed = exact(`https://${rest}`);
  return parsed === undefined || isAddress(parsed)
    ? undefined
    : parsed.replace('https://', anyHost);
}

/** An address has no subdomains: `*.0.0.1` would be a part of other addresses. */
const isAddress = (origin: string): boolean => /^\[|^[\d.]+$/u.test(new URL(origin).hostname);

/** The canonical form of a text that is an origin and nothing more. */
function exact(text: string): string | undefined {
  if (!/^https?:\/\/[^/?#@*\\\s]+$/iu.test(text) || webUrlFault(text) !== undefined)
    return undefined;
  return new URL(text).origin;
}
