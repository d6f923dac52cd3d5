import { deepEqual, ok } from 'node:assert/strict';
import { batchSize } from '../../services/processor/core/batch-size.ts';

const MiB = 1024 * 1024;

describe('the size of batches', () => {
  it('is half of the memory for one or two partitions, and a quarter for four and more', () => {
    const sizes = [1, 2, 3, 4, 16].map(partitions => batchSize(256 * MiB, partitions).bytesMax);
    deepEqual(sizes, [128 * MiB, 128 * MiB, Math.floor((256 * MiB) / 3), 64 * MiB, 64 * MiB]);
  });

  it('has one row for each KiB, and at least one', () => {
    deepEqual(batchSize(256 * MiB, 1).rowsMax, 122_880);
    deepEqual(batchSize(1024, 4).rowsMax, 1);
  });

  it('lets the full batches of all partitions of an embedded log into the memory', () => {
    for (const partitions of [1, 2, 3, 4])
      ok(partitions * batchSize(256 * MiB, partitions).bytesMax <= 256 * MiB);
  });
});
