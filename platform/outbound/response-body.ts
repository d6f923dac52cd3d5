import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

export type ResponseBody = {
  /** The beginning, as it was before the server compressed it. */
  readonly body: Buffer;
  /** There is more of it. */
  readonly isCut: boolean;
  /** Its content encoding is none of gzip, deflate and br, or it does not fit it. */
  readonly isUnread: boolean;
};

const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Reads at most so many bytes, of what the server sends and of what that is inflated to. */
export async function readBody(
  response: AsyncIterable<Buffer>,
  contentEncoding: string | undefined,
  bytesMax: number,
): Promise<ResponseBody> {
  const coding = contentEncoding?.trim().toLowerCase() || 'identity';
  const openDecoder = decoders.get(coding);
  if (openDecoder !== undefined) return decoded(response, openDecoder(), bytesMax);
  return { ...(await beginning(response, bytesMax)), isUnread: coding !== 'identity' };
}

async function decoded(
  response: AsyncIterable<Buffer>,
  decoder: Transform,
  bytesMax: number,
): Promise<ResponseBody> {
  const sent = { isCut: false, failure: undefined as unknown };
  pipeline(Readable.from(upTo(response, bytesMax, sent)), decoder, () => {});
  try {
    return { ...(await beginning(decoder, bytesMax)), isUnread: false };
  } catch {
    if (sent.failure !== undefined) throw sent.failure;
    return { body: Buffer.alloc(0), isCut: sent.isCut, isUnread: !sent.isCut };
  }
}

async function* upTo(
  response: AsyncIterable<Buffer>,
  bytesMax: number,
  sent: { isCut: boolean; failure: unknown },
): AsyncIterable<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of response) {
      yield chunk;
      bytes += chunk.byteLength;
      sent.isCut = bytes > bytesMax;
      if (sent.isCut) return;
    }
  } catch (error) {
    sent.failure = error;
    throw error;
  }
}

async function beginning(
  body: AsyncIterable<Buffer>,
  bytesMax: number,
): Promise<Pick<ResponseBody, 'body' | 'isCut'>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop destroys the response and its connection.
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > bytesMax) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, bytesMax), isCut: bytes > bytesMax };
}
