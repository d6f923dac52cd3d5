import assert from 'node:assert/strict';
import fc from 'fast-check';
import protobuf from 'protobufjs';
import { span } from '../../platform/otlp/messages/traces.ts';
import { WireReader } from '../../platform/otlp/wire/reader.ts';

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');

const long64 = ({ low, high }: WireReader): bigint =>
  (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);

const problemOf = (hex: string, read: (reader: WireReader) => void): string | undefined => {
  const reader = new WireReader(bytes(hex));
  read(reader);
  return reader.problem;
};

describe('WireReader', () => {
  it('reads every varint of 64 bits as protobufjs wrote it', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), value => {
        const long = new protobuf.util.LongBits(
          Number(value & 0xffff_ffffn),
          Number(value >> 32n),
        ).toLong(true);
        const reader = new WireReader(protobuf.Writer.create().uint64(long).finish());
        reader.varint();
        assert.equal(long64(reader), value);
        assert.equal(reader.problem, undefined);
      }),
    );
  });

  it('reads longer varints than needed, as some encoders write them', () => {
    const reader = new WireReader(bytes('85 80 80 80 00'));
    reader.varint();
    assert.equal(long64(reader), 5n);
  });

  it('refuses a varint that is cut off or has more than ten bytes', () => {
    const problem = 'a varint is cut off or longer than ten bytes';
    assert.equal(
      problemOf('ff ff', reader => reader.varint()),
      problem,
    );
    assert.equal(
      problemOf('ff'.repeat(11), reader => reader.varint()),
      problem,
    );
    assert.equal(
      problemOf('', reader => reader.varint()),
      problem,
    );
  });

  it('refuses a length that leaves its message, also one of more than 32 bits', () => {
    const problem = 'a length leaves its message';
    assert.equal(
      problemOf('05 00 00', reader => reader.range()),
      problem,
    );
    assert.equal(
      problemOf('ff ff ff ff ff ff 01', reader => reader.range()),
      problem,
    );
    const inner = (reader: WireReader): void => {
      reader.enter();
      reader.range();
    };
    assert.equal(problemOf('02 05 00 00 00 00 00 00', inner), problem);
  });

  it('refuses fixed values that are cut off', () => {
    assert.equal(
      problemOf('00 00 00', reader => reader.fixed32()),
      'a 32-bit value is cut off',
    );
    assert.equal(
      problemOf('00 00 00', reader => reader.fixed64()),
      'a 64-bit value is cut off',
    );
  });

  it('refuses field number 0, groups and unknown wire types', () => {
    assert.equal(
      problemOf('02', reader => reader.tag()),
      'a field has number 0',
    );
    assert.equal(
      problemOf('80 00', reader => reader.tag()),
      'a field has an impossible number',
    );
    for (const type of [3, 4, 6, 7]) {
      const tag = 100 * 8 + type;
      const problem = problemOf('00', reader => reader.skip(tag, span));
      assert.equal(problem, `field 100 has wire type ${type}`);
    }
  });

  it('refuses a known field with another wire type and passes over unknown ones', () => {
    assert.equal(
      problemOf('01', reader => reader.skip(1 * 8, span)),
      'field 1 has wire type 0',
    );
    const reader = new WireReader(bytes('01 0102030405060708 02 aabb 01020304 2a'));
    for (const type of [0, 1, 2, 5]) reader.skip(100 * 8 + type, span);
    assert.equal(reader.problem, undefined);
    assert.equal(reader.at, reader.end - 1);
  });

  it('reads nothing more once something was wrong, in outer messages neither', () => {
    const reader = new WireReader(bytes('02 0a 05 08 01'));
    const outer = reader.enter();
    assert.equal(reader.tag(), 0x0a);
    reader.range();
    reader.leave(outer);
    assert.equal(reader.tag(), 0);
    reader.fixed64();
    assert.equal(reader.problem, 'a length leaves its message');
  });
});
