import { deepEqual, equal, rejects } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import kafkajs, { CompressionTypes } from 'kafkajs';
import { zstd } from '../../platform/compression/zstd.ts';
import { teachZstd } from '../../platform/topic-log/kafka/compression.ts';
import { kafkaLimits } from '../../platform/topic-log/kafka/limits.ts';

type Codec = {
  readonly compress: (encoder: { readonly buffer: Buffer }) => Promise<Buffer>;
  readonly decompress: (frame: Buffer) => Promise<Buffer>;
};

const batchBytes = kafkaLimits.bufferBytesMax / 2;
const enough = { name: 'KafkaJSPartialMessageError' };

describe('batches of Kafka that are compressed', () => {
  let codec: Codec;
  before(() => {
    teachZstd();
    codec = kafkajs.CompressionCodecs[CompressionTypes.ZSTD]() as Codec;
  });

  /** Frames as they lie behind each other in the answer to one fetch. */
  const fetched = (count: number): Buffer[] => {
    const frame = zstd().compress(Buffer.alloc(batchBytes, 'a'));
    const response = Buffer.concat(new Array(count).fill(frame));
    const { buffer } = new Uint8Array(response);
    return Array.from({ length: count }, (_, index) =>
      Buffer.from(buffer, index * frame.length, frame.length),
    );
  };

  it('are what they were, also when others are inflated before they are read', async () => {
    const batches = [randomBytes(2_000_000), Buffer.alloc(0), Buffer.alloc(1_500_000, 'tide')];
    const frames = await Promise.all(batches.map(buffer => codec.compress({ buffer })));
    const inflated = await Promise.all(frames.map(codec.decompress));
    deepEqual(inflated, batches);
  });

  it('are inflated until there are enough of a fetch, and again behind the one that was refused', async () => {
    const [first, second, third, fourth] = fetched(4);
    for (const frame of [first, second])
      equal((await codec.decompress(frame as Buffer)).length, batchBytes);
    await rejects(codec.decompress(third as Buffer), enough);
    equal((await codec.decompress(fourth as Buffer)).length, batchBytes);
  });

  it('of another fetch are inflated however much the one before had', async () => {
    for (const frame of fetched(2)) await codec.decompress(frame);
    const [next] = fetched(1);
    equal((await codec.decompress(next as Buffer)).length, batchBytes);
  });
});
