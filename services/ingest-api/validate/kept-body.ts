import type { CodecName } from '../../../platform/compression/codecs.ts';
import { zstd } from '../../../platform/compression/zstd.ts';
import { limits } from '../config.ts';

/** The body of a record, and the length that it has when it is inflated. */
export type KeptBody = {
  readonly bytes: Uint8Array;
  readonly codec: CodecName | undefined;
  readonly bodyBytes: number;
};

/** How a body is compressed, and from which length on. */
export type BodyCompression = { readonly codec: CodecName; readonly bytesMin: number };

/**
 * A body as it is kept. A shorter one is left to the log, which compresses it with others that are like it. A longer one
 * is compressed if it then fits into a record: what lies in the blob store lies there as it is.
 */
export function keptBody(bytes: Uint8Array, compression: BodyCompression | undefined): KeptBody {
  const { length } = bytes;
  const asItIs = { bytes, codec: undefined, bodyBytes: length };
  if (compression === undefined) return asItIs;
  const { codec, bytesMin } = compression;
  if (length < bytesMin || length > limits.compressedBytesMax) return asItIs;
  const frame = zstd().compress(bytes);
  const isWorthIt = frame.length < length && frame.length <= limits.recordBytesMax;
  return isWorthIt ? { bytes: frame, codec, bodyBytes: length } : asItIs;
}
