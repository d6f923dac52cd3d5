import assert from 'node:assert/strict';
import { murmur2, partitionOf } from '../../schemas/partition.ts';

describe('murmur2', () => {
  it('gives the numbers that clients of Kafka give', () => {
    const known = {
      '21': -973932308,
      foobar: -790332482,
      'a-little-bit-long-string': -985981536,
      'a-little-bit-longer-string': -1486304829,
      lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8: -58897971,
      abc: 479470107,
    };
    for (const [text, hash] of Object.entries(known))
      assert.equal(murmur2(Buffer.from(text)), hash);
  });

  it('does not depend on where the bytes lie in their buffer', () => {
    const shifted = Buffer.from('xfoobar').subarray(1);
    assert.equal(murmur2(shifted), -790332482);
  });

  it('chooses a partition from the hash without its sign', () => {
    assert.equal(partitionOf('foobar', 1_000_000), (-790332482 & 0x7fffffff) % 1_000_000);
    assert.equal(partitionOf('abc', 7), 479470107 % 7);
    assert.equal(partitionOf('', 1), 0);
  });
});
