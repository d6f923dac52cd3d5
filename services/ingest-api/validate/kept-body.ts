import type { CodecName } from '../../../platform/compression/codecs.ts';
import { zstd } from '../../../platform/compression/zstd.ts';
import { limits } from '../config.ts';

/** The body of a record, and the length that it has when it is inflated. */
export type KeptBody = {
  readonly bytes: Uint8Array;
  readonly codec: CodecName | undefined;
  readonly bodyBytes: number;
};

/**
 * A body as it is kept. A shorter one is left to the log, which compresses it with others that are like it; a longer one
 * lies in the blob store as it is; and one that gains nothing stays as it is, too.
 */
export function keptBody(bytes: Uint8Array, codec: CodecName | undefined): KeptBody {
  const { length } = bytes;
  const asItIs = { bytes, codec: undefined, bodyBytes: length };
  if (codec === undefined) return asItIs;
  if (length < limits.compressedBytesMin || length > limits.recordBytesMax) return asItIs;
  const frame = zstd().compress(bytes);
  return frame.length < length ? { bytes: frame, codec, bodyBytes: length } : asItIs;
}
