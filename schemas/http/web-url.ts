/** Undefined: the text is no URL. Once it is compiled, `URL.canParse` of Node 20 takes every host with an umlaut for none. */
export function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

export const urlCharactersMax = 2_048;

/** Scheme, two slashes and a host: `URL` reads `https:example.com` and `https:\\example.com` as the same. */
const whole = /^https?:\/\/[^/\\?#]+(?:[/?#]|$)/iu;

/** `URL` drops these without a word. */
const dropped = /\p{Cc}|^\s|\s$/u;

/** What may stand in headers, such as policies, as it is: no quotes, no commas, no semicolons. */
const plainHost = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])$/u;

/**
 * What is wrong with a URL of http or https that a user gives, as text; undefined: nothing. Everything that accepts such a URL asks
 * here first, and keeps it byte for byte.
 */
export function webUrlFault(text: string): string | undefined {
  if (text.length > urlCharactersMax) return `expected at most ${urlCharactersMax} characters`;
  if (dropped.test(text)) return 'expected no control characters, and no blanks around the URL';
  if (!whole.test(text)) return 'expected a whole URL that begins with https:// or http://';
  const url = urlOf(text);
  if (url === undefined) return 'expected a URL';
  const { hostname, port, username, password } = url;
  if (username !== '' || password !== '') return 'expected no user name and no password in the URL';
  if (port === '0') return 'expected a port from 1 to 65535';
  return plainHost.test(hostname)
    ? undefined
    : 'expected a host of letters, digits, hyphens and dots';
}
