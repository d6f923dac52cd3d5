import type { IncomingMessage } from 'node:http';
import { createGunzip, createInflate } from 'node:zlib';
import { HttpProblem } from '../problem.ts';
import type { WireBody } from './body.ts';
import { breakOff, brokenOff } from './broken.ts';

/** The body of a request over HTTP/1.1. */
export function httpBody(request: IncomingMessage): WireBody {
  const { headers, socket } = request;
  const length = headers['content-length'];
  return {
    statedBytes: length === undefined ? undefined : Number(length),
    isDeflated: (headers['content-encoding'] ?? 'identity') !== 'identity',
    inflater: () => inflaterOf(request),
    chunks: () => fromWire(request),
    breakOff: problem => breakOff(socket, problem),
  };
}

export const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined ||
  Number(request.headers['content-length'] ?? 0) > 0;

/**
 * The request's chunks. Ending early leaves the socket open: there is an answer to be written to it.
 * Ends at once when the request is broken off: the socket of a silent client lives longer than that.
 */
async function* fromWire(request: IncomingMessage): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false });
  const broken = brokenOff(request.socket);
  try {
    for (;;) {
      const { done, value } = await Promise.race([chunks.next(), broken.promise]);
      if (done) return;
      yield value;
    }
  } finally {
    broken.forget();
    // Not awaited: it waits for the requested chunk, which may never come.
    chunks.return?.().catch(() => undefined);
  }
}

function inflaterOf(request: IncomingMessage) {
  const encoding = encodingOf(request);
  if (encoding === '' || encoding === 'identity') return undefined;
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'deflate') return createInflate();
  throw unsupportedEncoding('gzip, deflate or none', encoding, 'gzip, deflate');
}

/** Throws 415 unless the body is sent as it is. */
export function expectIdentity(request: IncomingMessage): void {
  const encoding = encodingOf(request);
  if (encoding !== '' && encoding !== 'identity')
    throw unsupportedEncoding('none', encoding, 'identity');
}

const encodingOf = (request: IncomingMessage): string =>
  (request.headers['content-encoding'] ?? '').trim().toLowerCase();

const unsupportedEncoding = (expected: string, found: string, accepted: string): HttpProblem =>
  new HttpProblem({
    status: 415,
    code: 'unsupported_content_encoding',
    message: `expected content encoding ${expected}, found ${found.slice(0, 50)}`,
    headers: { 'Accept-Encoding': accepted },
  });
