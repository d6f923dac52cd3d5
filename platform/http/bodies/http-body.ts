import type { IncomingMessage } from 'node:http';
import { createGunzip, createInflate } from 'node:zlib';
import { clientGone, HttpProblem } from '../problem.ts';
import type { WireBody } from './body.ts';
import { breakOff, brokenReason, onBrokenOff } from './broken.ts';

/** The body of a request over HTTP/1.1. */
export function httpBody(request: IncomingMessage): WireBody {
  const { headers, socket } = request;
  const length = headers['content-length'];
  return {
    statedBytes: length === undefined ? undefined : Number(length),
    isDeflated: (headers['content-encoding'] ?? 'identity') !== 'identity',
    inflater: () => inflaterOf(request),
    read: take => readWire(request, take),
    breakOff: problem => breakOff(socket, problem),
  };
}

export const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined ||
  Number(request.headers['content-length'] ?? 0) > 0;

/**
 * Gives the request's chunks. Ending early leaves the socket open: there is an answer to be written to it.
 * Ends at once when the request is broken off: the socket of a silent client lives longer than that. By events, as an
 * iterator of the stream is much of what a short body costs.
 */
function readWire(request: IncomingMessage, take: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const { socket } = request;
    if (request.destroyed) return reject(gone());
    const reason = brokenReason(socket);
    if (reason !== undefined) return reject(reason);
    const stop = (): void => {
      request.off('data', chunk).off('end', end).off('error', fail).off('close', left);
      forget();
    };
    const fail = (error: unknown): void => {
      stop();
      request.pause();
      reject(error);
    };
    const left = (): void => fail(gone());
    const end = (): void => {
      stop();
      resolve();
    };
    const chunk = (bytes: Buffer): void => {
      try {
        take(bytes);
      } catch (error) {
        fail(error);
      }
    };
    const forget = onBrokenOff(socket, fail);
    request.on('data', chunk).on('end', end).on('error', fail).on('close', left);
  });
}

const gone = (): HttpProblem => clientGone('the connection ended before the body did');

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
