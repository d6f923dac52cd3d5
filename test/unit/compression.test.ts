import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import zlib from 'node:zlib';
import fc from 'fast-check';
import { inflate } from '../../platform/compression/codecs.ts';
import { UnreadableFrame } from '../../platform/compression/unreadable-frame.ts';
import { zstd } from '../../platform/compression/zstd.ts';
import { holds } from '../support/property.ts';

const inflatedBytesMax = 100_000;

/** Bytes that repeat, as telemetry does, and bytes that do not. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat(2_000))
    .map(([part, times]) =>
      Uint8Array.from(Buffer.concat(new Array(times).fill(Buffer.from(part)))),
    ),
);

const inflated = (frame: Uint8Array, inflatedBytes: number, codec = 'zstd'): Uint8Array =>
  Uint8Array.from(inflate({ codec, frame, inflatedBytes }, inflatedBytesMax));

/** What a Node of its own zstd has beyond the types of Node 20. */
type NodeZstd = {
  readonly zstdCompressSync?: (bytes: Uint8Array) => Buffer;
  readonly zstdDecompressSync?: (frame: Uint8Array) => Buffer;
};

describe('compressed bytes', () => {
  it('are what they were when they are inflated, whatever was inflated before', async () => {
    const property = fc.property(fc.array(bytes, { minLength: 1, maxLength: 5 }), list => {
      const frames = list.map(one => zstd().compress(one));
      frames.forEach((frame, index) => {
        const one = list[index] ?? new Uint8Array();
        fc.pre(one.length <= inflatedBytesMax);
        deepEqual(inflated(frame, one.length), one);
        deepEqual(Uint8Array.from(zstd().inflateUpTo(frame, inflatedBytesMax)), one);
      });
    });
    await holds(property, 300);
  });

  it('are much shorter when they repeat', () => {
    const body = Buffer.from('{"name":"GET /api/orders","kind":2}'.repeat(500));
    ok(zstd().compress(body).length < body.length / 50);
  });

  it('of another zstd are read, also when they do not say how long they are', () => {
    const hex =
      '28b52ffd0458050100c861206672616d65206f6620616e6f74686572207a7374642c200100c5d11c032608c6cb';
    const text = new Array(3).fill('a frame of another zstd').join(', ');
    const frame = Buffer.from(hex, 'hex');
    equal(zstd().inflateUpTo(frame, inflatedBytesMax).toString(), text);
    equal(Buffer.from(inflated(frame, text.length)).toString(), text);
  });

  it('go between this zstd and the one of Node, where it has one', function () {
    const { zstdCompressSync, zstdDecompressSync } = zlib as NodeZstd;
    if (zstdCompressSync === undefined || zstdDecompressSync === undefined) return this.skip();
    const body = Buffer.from('{"name":"GET /api/orders","kind":2}'.repeat(500));
    ok(zstdDecompressSync(zstd().compress(body)).equals(body));
    ok(body.equals(inflated(zstdCompressSync(body), body.length)));
  });

  describe('that lie', () => {
    it('are refused when they are cut, or hold more or less than they claim', async () => {
      const property = fc.property(bytes, fc.nat(), fc.nat(inflatedBytesMax), (one, cut, size) => {
        fc.pre(one.length > 0 && one.length <= inflatedBytesMax);
        const frame = zstd().compress(one);
        const part = frame.subarray(0, cut % frame.length);
        throws(() => inflated(part, one.length), UnreadableFrame);
        if (size !== one.length) throws(() => inflated(frame, size), UnreadableFrame);
        deepEqual(inflated(frame, one.length), one);
      });
      await holds(property, 300);
    });

    it('are refused or as long as they claim when any byte is another', async () => {
      const property = fc.property(
        bytes,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (...given) => {
          const [one, place, difference] = given;
          fc.pre(one.length > 0 && one.length <= inflatedBytesMax);
          const frame = zstd().compress(one);
          frame[place % frame.length] = (frame[place % frame.length] ?? 0) ^ difference;
          try {
            equal(inflated(frame, one.length).length, one.length);
          } catch (error) {
            ok(error instanceof UnreadableFrame, String(error));
          }
        },
      );
      await holds(property, 500);
    });

    it('take no memory when they claim more than the limit', () => {
      const bomb = zstd().compress(Buffer.alloc(inflatedBytesMax + 1));
      ok(bomb.length < 100);
      const found = /at most 100000 inflated bytes, found 100001/;
      throws(() => inflated(bomb, inflatedBytesMax + 1), found);
      throws(() => inflated(bomb, 2 ** 50), /at most 100000 inflated bytes/);
      throws(() => zstd().inflateUpTo(bomb, inflatedBytesMax), /a zstd frame of at most 100000/);
    });

    it('write no more than they claim when they hold more', () => {
      const bomb = zstd().compress(Buffer.alloc(5_000_000));
      throws(() => inflated(bomb, inflatedBytesMax), UnreadableFrame);
      throws(() => zstd().inflateUpTo(bomb, inflatedBytesMax), UnreadableFrame);
    });

    it('are refused when they name no length or a codec that is not known', () => {
      const frame = zstd().compress(Buffer.from('body'));
      for (const length of [Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY])
        throws(() => inflated(frame, length), /a number of inflated bytes/);
      throws(() => inflated(frame, 4, 'lz5'), /expected one of the codecs zstd, found "lz5"/);
      throws(() => inflated(frame, 4, 'x'.repeat(100)), { message: /found "x{40}"$/ });
    });
  });
});
