import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as otherWork } from 'node:timers/promises';
import { createGunzip, createInflate } from 'node:zlib';
import {
  clientGone,
  HttpProblem,
  invalidRequest,
  payloadTooLarge,
  unavailable,
} from '../problem.ts';
import { brokenOff } from './broken.ts';

export type BodyLimits = { readonly wireBytesMax: number; readonly bytesMax: number };

export type Body = {
  readonly bytes: Buffer;
  readonly wireBytes: number;
  /** Returns the memory to the budget; called once, when the bytes are not needed any more. */
  readonly release: () => void;
};

export type BodyReader = {
  /**
   * The whole body, inflated. Throws HttpProblem 400, 413, 415 or 503, having read no further.
   *  grow  called with its bytes as they arrive; may throw when they are too many
   */
  read(request: IncomingMessage, limits: BodyLimits, grow?: Take): Promise<Body>;
  /** Bytes that are held now. */
  held(): number;
};

const joinedAtOnceBytes = 4 * 1024 * 1024;

type Take = (bytes: number) => void;

/** Reads bodies within one budget: `bytesMax` bytes may be in memory at any time, of all requests together. */
export function openBodies(bytesMax: number): BodyReader {
  let heldBytes = 0;
  return {
    held: () => heldBytes,
    read: async (request, limits, grow) => {
      let own = 0;
      const take: Take = bytes => {
        if (heldBytes + bytes > bytesMax) throw unavailable('too many requests are being read now');
        grow?.(bytes);
        heldBytes += bytes;
        own += bytes;
      };
      const release = (): void => {
        heldBytes -= own;
        own = 0;
      };
      try {
        return { release, ...(await readAll(request, limits, take)) };
      } catch (error) {
        release();
        throw problemOf(error);
      }
    },
  };
}

export const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined ||
  Number(request.headers['content-length'] ?? 0) > 0;

async function readAll(
  request: IncomingMessage,
  limits: BodyLimits,
  take: Take,
): Promise<Omit<Body, 'release'>> {
  const inflater = inflaterOf(request);
  if (Number(request.headers['content-length'] ?? 0) > limits.wireBytesMax) {
    throw tooLarge(limits.wireBytesMax, 'on the wire');
  }
  const counted = { wireBytes: 0 };
  const wire = await collected(fromWire(request, limits.wireBytesMax, counted), limits, take);
  // Only what arrived whole is inflated: of a sender that falls silent, no more is held than it sent.
  const chunks = inflater === undefined ? wire : await inflated(wire, inflater, limits, take);
  return { bytes: await joined(chunks), wireBytes: counted.wireBytes };
}

async function collected(
  source: AsyncIterable<Buffer>,
  { bytesMax }: BodyLimits,
  take: Take,
): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    length += chunk.length;
    if (length > bytesMax) throw tooLarge(bytesMax, 'inflated');
    take(chunk.length);
    chunks.push(chunk);
  }
  return chunks;
}

async function inflated(
  wire: readonly Buffer[],
  inflater: Transform,
  limits: BodyLimits,
  take: Take,
): Promise<Buffer[]> {
  let chunks: Buffer[] = [];
  await pipeline(wire, inflater, async (source: AsyncIterable<Buffer>) => {
    chunks = await collected(source, limits, take);
  });
  return chunks;
}

/**
 * The request's chunks. Ending early leaves the socket open: there is an answer to be written to it.
 * Ends at once when the request is broken off: the socket of a silent client lives longer than that.
 */
async function* fromWire(
  request: IncomingMessage,
  wireBytesMax: number,
  counted: { wireBytes: number },
): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false });
  const broken = brokenOff(request.socket);
  try {
    for (;;) {
      const { done, value } = await Promise.race([chunks.next(), broken.promise]);
      if (done) return;
      counted.wireBytes += value.length;
      if (counted.wireBytes > wireBytesMax) throw tooLarge(wireBytesMax, 'on the wire');
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

const tooLarge = (bytesMax: number, where: string): HttpProblem =>
  payloadTooLarge(`expected a body of at most ${bytesMax} bytes ${where}, found a larger one`);

/** What is not ours comes from the socket or from zlib; both mean that the body was not what it claimed. */
function problemOf(error: unknown): unknown {
  if (error instanceof HttpProblem || !(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (code.startsWith('Z_')) return invalidRequest('expected a body in its content encoding');
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return clientGone('the connection ended before the body did');
  return error;
}

/** Copied a part at a time: 50 MiB in memory that is touched for the first time take 50 ms. */
async function joined(chunks: readonly Buffer[]): Promise<Buffer> {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  const bytes = Buffer.allocUnsafeSlow(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  let sliceEnd = joinedAtOnceBytes;
  for (const chunk of chunks) {
    at += chunk.copy(bytes, at);
    if (at < sliceEnd) continue;
    sliceEnd = at + joinedAtOnceBytes;
    await otherWork();
  }
  return bytes;
}
