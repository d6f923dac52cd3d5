import kafkajs, { CompressionTypes } from 'kafkajs';
import { zstd } from '../../compression/zstd.ts';
import { kafkaLimits } from './limits.ts';

/**
 * Teaches the driver the batches that are compressed with zstd, by Tidemark or by the broker. What it reads of a batch
 * is its own to keep, and others inflate while it is read: so it gets a copy.
 */
export function teachZstd(): void {
  // Not among the names that Node finds in the driver.
  kafkajs.CompressionCodecs[CompressionTypes.ZSTD] = () => batchCodec;
}

const batchCodec = {
  compress: async ({ buffer }: { readonly buffer: Buffer }): Promise<Buffer> => {
    const frame = zstd().compress(buffer);
    return Buffer.from(frame.buffer, frame.byteOffset, frame.length);
  },
  decompress: async (frame: Buffer): Promise<Buffer> =>
    Buffer.from(zstd().inflateUpTo(frame, kafkaLimits.inflatedBatchBytesMax)),
};
