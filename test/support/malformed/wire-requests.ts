/** Bytes that no HTTP client would send, and how the answer begins; '' for none before the connection ends. */
export type MalformedRequest = {
  readonly name: string;
  readonly bytes: (key: string) => string;
  readonly answer: RegExp;
  /** The client closes its side after the last byte. */
  readonly isHalfClosed?: boolean;
};

const head = (key: string, ...headers: readonly string[]): string =>
  [
    'POST /v1/traces HTTP/1.1',
    'Host: x',
    `X-API-Key: ${key}`,
    'Content-Type: application/json',
    ...headers,
    '\r\n',
  ].join('\r\n');

const chunked = 'Transfer-Encoding: chunked';
const empty = '{"resourceSpans":[]}';
const badRequest = /^HTTP\/1\.1 400 /;

export const wireRequests: readonly MalformedRequest[] = [
  {
    name: 'a body shorter than its Content-Length',
    bytes: key => `${head(key, 'Content-Length: 1000')}${empty}`,
    answer: /^$|^HTTP\/1\.1 400 /,
    isHalfClosed: true,
  },
  {
    name: 'a body longer than its Content-Length',
    bytes: key => `${head(key, 'Content-Length: 20', 'Connection: close')}${empty}GARBAGE\r\n\r\n`,
    answer: badRequest,
  },
  {
    name: 'a Content-Length that is no number',
    bytes: key => `${head(key, 'Content-Length: many')}${empty}`,
    answer: badRequest,
  },
  {
    name: 'a negative Content-Length',
    bytes: key => `${head(key, 'Content-Length: -20')}${empty}`,
    answer: badRequest,
  },
  {
    name: 'a Content-Length of 10 GB',
    bytes: key => `${head(key, 'Content-Length: 10000000000')}${empty}`,
    answer: /^HTTP\/1\.1 413 /,
  },
  {
    name: 'two Content-Lengths',
    bytes: key => `${head(key, 'Content-Length: 20', 'Content-Length: 21')}${empty}`,
    answer: badRequest,
  },
  {
    name: 'a length and chunks',
    bytes: key => `${head(key, 'Content-Length: 20', chunked)}14\r\n${empty}\r\n0\r\n\r\n`,
    answer: badRequest,
  },
  {
    name: 'a chunk whose size is no number',
    bytes: key => `${head(key, chunked)}zz\r\n${empty}\r\n0\r\n\r\n`,
    answer: badRequest,
  },
  {
    name: 'a chunk longer than it says',
    bytes: key => `${head(key, chunked)}5\r\n${empty}\r\n0\r\n\r\n`,
    answer: badRequest,
  },
  {
    name: 'chunks that never end',
    bytes: key => `${head(key, chunked)}14\r\n${empty}\r\n`,
    answer: /^$|^HTTP\/1\.1 400 /,
    isHalfClosed: true,
  },
  {
    name: 'a header of 20 KB',
    bytes: key => head(key, `X-Long: ${'x'.repeat(20_000)}`),
    answer: /^HTTP\/1\.1 431 /,
  },
  {
    name: 'a header with a NUL',
    bytes: key => head(key, 'X-Nul: a\u0000b', 'Content-Length: 0'),
    answer: badRequest,
  },
  {
    name: 'a key in two headers',
    bytes: key =>
      `${head(key, `X-API-Key: ${key}`, 'Content-Length: 20', 'Connection: close')}${empty}`,
    answer: /^HTTP\/1\.1 401 /,
  },
  {
    name: 'the preface of HTTP/2',
    bytes: () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    answer: badRequest,
  },
  { name: 'no HTTP', bytes: () => '\u0016\u0003\u0001\u0002\u0000', answer: badRequest },
  {
    name: 'a method that is not known',
    bytes: () => 'BREW /v1/traces HTTP/1.1\r\nHost: x\r\n\r\n',
    answer: badRequest,
  },
];
