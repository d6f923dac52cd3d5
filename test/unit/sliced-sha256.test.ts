import { equal } from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { SlicedSha256 } from '../../platform/blob-store/sliced-sha256.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('SHA-256 in slices', () => {
  const long = Buffer.alloc(9 * 1024 * 1024 + 5, 'long');

  it('is the hash of all parts together', async () => {
    const sliced = new SlicedSha256();
    sliced.update('tést');
    sliced.update(long.subarray(3));
    sliced.update(new Uint8Array([1, 2, 3]).buffer);
    const whole = createHash('sha256')
      .update('tést')
      .update(long.subarray(3))
      .update('\x01\x02\x03');
    equal(hex(await sliced.digest()), whole.digest('hex'));
  });

  it('is the HMAC with a secret', async () => {
    const sliced = new SlicedSha256(Buffer.from('secret'));
    sliced.update('what is signed');
    const whole = createHmac('sha256', 'secret').update('what is signed');
    equal(hex(await sliced.digest()), whole.digest('hex'));
  });
});
