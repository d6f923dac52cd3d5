import { setImmediate as otherWork } from 'node:timers/promises';
import kafkajs, { CompressionTypes } from 'kafkajs';
import { compressedAtOnceBytesMax } from '../../compression/limits.ts';
import { zstd } from '../../compression/zstd.ts';
import { kafkaLimits } from './limits.ts';

/** How batches are written. Each names its codec, so every one can be read. */
export type BatchCompression = 'none' | 'zstd';

export const compressionTypes: Readonly<Record<BatchCompression, CompressionTypes>> = {
  none: CompressionTypes.None,
  zstd: CompressionTypes.ZSTD,
};

/** Teaches the driver the batches that are compressed with zstd, by Tidemark or by the broker. */
export function teachZstd(): void {
  // Not among the names that Node finds in the driver.
  kafkajs.CompressionCodecs[CompressionTypes.ZSTD] = () => batchCodec;
}

let compressedBytes = 0;

const batchCodec = {
  compress: async ({ buffer }: { readonly buffer: Buffer }): Promise<Buffer> => {
    if (compressedBytes >= compressedAtOnceBytesMax) {
      compressedBytes = 0;
      await otherWork();
    }
    compressedBytes += buffer.length;
    const frame = zstd().compress(buffer);
    return Buffer.from(frame.buffer, frame.byteOffset, frame.length);
  },
  decompress: async (frame: Buffer): Promise<Buffer> => inflated(frame),
};

/** How much was inflated of each response; its batches are parts of one memory. */
const inflatedBytes = new WeakMap<ArrayBufferLike, number>();

/**
 * What the driver reads of a batch is its own to keep, and others inflate while it is read: so it gets a copy.
 * A fetch that is small may hold batches that are large, so once a partition has enough, the driver gets the
 * error of a fetch that ends inside a batch, and fetches the rest later. What follows begins anew, so
 * that a partition which comes behind a large one is refused once at most.
 */
function inflated(frame: Buffer): Buffer {
  const { buffer } = frame;
  const before = inflatedBytes.get(buffer) ?? 0;
  if (before >= kafkaLimits.bufferBytesMax) {
    inflatedBytes.delete(buffer);
    throw new FetchedEnough();
  }
  const records = Buffer.from(zstd().inflateUpTo(frame, kafkaLimits.inflatedBatchBytesMax));
  inflatedBytes.set(buffer, before + records.length);
  return records;
}

/** By this name the driver knows a fetch that ends inside a batch. */
class FetchedEnough extends Error {
  override readonly name = 'KafkaJSPartialMessageError';
}
