import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { WireBody } from '../http/bodies/body.ts';
import { HttpProblem, invalidRequest } from '../http/problem.ts';
import type { CallEnd } from './call-end.ts';

/** One byte that says whether the message is compressed, and four of its length. */
export const prefixBytes = 5;

/** A message as it is written: not compressed. */
export function framed(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(prefixBytes + message.length);
  frame[0] = 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, prefixBytes);
  return frame;
}

/**
 * The one message of a unary call, once its prefix is here. Throws, as its chunks do, when what comes is not exactly one
 * message.
 *  encoding  what the client sent as `grpc-encoding`
 */
export async function openMessage(
  stream: Readable,
  encoding: string | undefined,
  end: CallEnd,
): Promise<WireBody> {
  const source = sourceOf(stream, end);
  const { isCompressed, length, first } = await prefixOf(source);
  const inflate = isCompressed ? inflaterOf(encoding) : undefined;
  return {
    statedBytes: length,
    isDeflated: isCompressed,
    inflater: () => inflate?.(),
    read: take => readMessage(source, { first, length }, take),
    breakOff: end.end,
  };
}

/** The next bytes of the stream; undefined at its end. */
type Source = { readonly next: () => Promise<Buffer | undefined> };

/** Ends at once when nobody waits for the call: a silent client may keep its stream open for longer. */
function sourceOf(stream: Readable, { promise: ended }: CallEnd): Source {
  const chunks: AsyncIterator<Buffer> = stream.iterator({ destroyOnReturn: false });
  return {
    next: async () => {
      const { done, value } = await Promise.race([chunks.next(), ended]);
      return done ? undefined : value;
    },
  };
}

type Prefix = {
  readonly isCompressed: boolean;
  readonly length: number;
  /** What came of the message with its prefix. */
  readonly first: Buffer;
};

async function prefixOf(source: Source): Promise<Prefix> {
  let start = (await source.next()) ?? Buffer.alloc(0);
  while (start.length < prefixBytes) {
    const more = await source.next();
    if (more === undefined)
      throw malformed(`a message after its prefix, found ${start.length} bytes`);
    start = Buffer.concat([start, more]);
  }
  const flag = start[0] ?? 0;
  if (flag > 1) throw malformed(`0 or 1 as the compressed flag of the message, found ${flag}`);
  return {
    isCompressed: flag === 1,
    length: start.readUInt32BE(1),
    first: start.subarray(prefixBytes),
  };
}

async function readMessage(
  source: Source,
  { first, length }: Pick<Prefix, 'first' | 'length'>,
  take: (chunk: Buffer) => void,
): Promise<void> {
  let left = length;
  for (let chunk: Buffer | undefined = first; chunk !== undefined; chunk = await source.next()) {
    if (chunk.length > left) throw malformed(`one message of ${length} bytes, found more after it`);
    left -= chunk.length;
    if (chunk.length > 0) take(chunk);
  }
  if (left > 0) throw malformed(`a message of ${length} bytes, found ${length - left}`);
}

function inflaterOf(encoding = 'identity') {
  if (encoding === 'gzip') return createGunzip;
  if (encoding === 'identity')
    throw malformed('a grpc-encoding with a compressed message, found none');
  throw new HttpProblem({
    status: 501,
    code: 'unsupported_content_encoding',
    message: `expected the grpc-encoding gzip or identity, found ${encoding.slice(0, 50)}`,
  });
}

const malformed = (what: string): HttpProblem => invalidRequest(`expected ${what}`);
