import { urlOf, webUrlFault } from '../../schemas/http/web-url.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether what is sent there stays on the machine of the browser. */
export const isLocal = (uri: string): boolean => {
  const url = urlOf(uri);
  return url !== undefined && loopback.has(url.hostname);
};

/**
 * What is wrong with a redirect URI of a client; undefined: nothing. Codes go there, so nobody may read them on their
 * way: https, or http on the machine of the browser (RFC 8252, 7.3).
 */
export function redirectUriFault(uri: string): string | undefined {
  const fault = webUrlFault(uri);
  if (fault !== undefined) return fault;
  if (uri.includes('#')) return 'expected no fragment';
  const { protocol } = new URL(uri);
  return protocol === 'https:' || isLocal(uri)
    ? undefined
    : 'expected https, or http on localhost, 127.0.0.1 or [::1]';
}

/**
 * Whether a client that registered these may be answered at this one: the same text. A program on the machine of the
 * browser gets a free port when it starts, so that of a loopback address may differ.
 */
export const isRegistered = (uri: string, registered: readonly string[]): boolean =>
  redirectUriFault(uri) === undefined &&
  registered.some(
    each => each === uri || (isLocal(each) && withoutPort(each) === withoutPort(uri)),
  );

/** Scheme, host and the rest, as they are written. */
const withoutPort = (uri: string): string =>
  uri.replace(/^(?<host>http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d+(?=[/?]|$)/u, '$<host>');

/** Where a browser goes with an answer: what the URI has in its query stays. */
export function redirectTo(
  uri: string,
  answer: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(answer))
    if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}
