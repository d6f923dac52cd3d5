import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readInt64, readUint64 } from '../../platform/otlp/json/integers.ts';
import { JsonScanner } from '../../platform/otlp/json/scanner.ts';
import { transcodeTraces } from '../../platform/otlp/json/transcode.ts';
import { ProtoWriter } from '../../platform/otlp/json/writer.ts';
import { MalformedBody } from '../../platform/otlp/malformed-body.ts';
import type { Uint64Parts } from '../../platform/otlp/wire/uint64-parts.ts';
import { protobufBody } from '../support/otlp.ts';
import { anySpan, tracesOf, validSpan } from '../support/otlp-arbitraries.ts';

const accepts = (text: string | Uint8Array): boolean => {
  try {
    const scanner = new JsonScanner(Buffer.from(text));
    scanner.skip();
    scanner.finish();
    return true;
  } catch (error) {
    assert.ok(error instanceof MalformedBody, String(error));
    return false;
  }
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('JsonScanner', () => {
  it('accepts what JSON.parse accepts', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.constantFrom(undefined, 1, '\t'), (text, space) => {
        assert.ok(accepts(JSON.stringify(JSON.parse(text), null, space)));
      }),
    );
  });

  it('refuses what JSON.parse refuses', () => {
    const pieces = fc.constantFrom(
      ...'[]{},:"\\/ueE+-.0129tfn \n\u0001',
      'true',
      'null',
      '"a"',
      '\\u00',
      'é',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), parts => {
        const text = parts.join('');
        assert.equal(accepts(text), isJson(text), text);
      }),
      { numRuns: 3000 },
    );
  });

  it('reads strings as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (value, isAscii) => {
        const plain = JSON.stringify(value);
        const text = isAscii
          ? plain.replaceAll(
              /[^ -~]/g,
              unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
            )
          : plain;
        const scanner = new JsonScanner(Buffer.from(text));
        scanner.peek();
        scanner.string();
        assert.equal(scanner.text(), value);
      }),
    );
  });

  it('refuses to go deeper than its limit', () => {
    assert.ok(accepts(`${'['.repeat(256)}${']'.repeat(256)}`));
    assert.ok(!accepts(`${'['.repeat(257)}${']'.repeat(257)}`));
    assert.ok(!accepts('['.repeat(1_000_000)));
  });

  it('passes over a byte order mark', () => {
    assert.ok(accepts('\uFEFF{}'));
  });

  it('names the place of an error', () => {
    assert.throws(() => transcodeTraces(Buffer.from('{"a":1,}')), {
      name: 'MalformedBody',
      message: 'expected a value at byte 7 of the JSON, found "}"',
    });
  });
});

describe('whole numbers of 64 bits in text', () => {
  const halves: Uint64Parts = { low: 0, high: 0 };
  const read = (text: string, reader: typeof readInt64): bigint | undefined => {
    const bytes = Buffer.from(text);
    if (!reader(bytes, 0, bytes.length, halves)) return undefined;
    return (BigInt(halves.high >>> 0) << 32n) | BigInt(halves.low >>> 0);
  };
  const around = fc.oneof(
    fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }),
    fc.constantFrom(
      0n,
      -1n,
      2n ** 32n,
      2n ** 53n,
      2n ** 63n,
      -(2n ** 63n),
      2n ** 64n,
      -(2n ** 63n) - 1n,
    ),
    fc.bigInt({ min: 2n ** 64n - 10n, max: 2n ** 64n + 10n }),
  );

  it('are read exactly or not at all', () => {
    fc.assert(
      fc.property(around, fc.nat(3), (value, zeros) => {
        const text = String(value).replace(/(\d)/, `${'0'.repeat(zeros)}$1`);
        const isUint64 = value >= 0n && value < 2n ** 64n;
        const isInt64 = BigInt.asIntN(64, value) === value;
        assert.equal(read(text, readUint64), isUint64 ? value : undefined);
        assert.equal(read(text, readInt64), isInt64 ? BigInt.asUintN(64, value) : undefined);
      }),
    );
  });

  it('are not made of other characters', () => {
    for (const text of ['', '-', '1.5', '1e3', ' 1', '+1', '0x10', '--1', '1-']) {
      assert.equal(read(text, readInt64), undefined, text);
    }
  });
});

describe('ProtoWriter', () => {
  it('writes the lengths of nested messages as short as they can be', () => {
    for (const length of [0, 1, 127, 128, 16_383, 16_384, 70_000]) {
      const writer = new ProtoWriter(0);
      writer.varint(0x0a);
      const begin = writer.begin();
      writer.varint(0x12);
      writer.text('x'.repeat(length));
      writer.finish(begin);
      const inner = Buffer.concat([
        Buffer.from([0x12]),
        varint(length),
        Buffer.from('x'.repeat(length)),
      ]);
      const expected = Buffer.concat([Buffer.from([0x0a]), varint(inner.length), inner]);
      assert.ok(writer.view().equals(expected), String(length));
    }
  });

  const varint = (value: number): Buffer => {
    const bytes: number[] = [];
    let rest = value;
    for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
    return Buffer.from([...bytes, rest]);
  };
});

describe('traces in JSON as protobuf', () => {
  it('have no byte more than what protobufjs makes of them', () => {
    fc.assert(
      fc.property(tracesOf(validSpan), request => {
        const { bytes } = transcodeTraces(Buffer.from(JSON.stringify(request)));
        assert.ok(bytes.length <= protobufBody(request).length);
      }),
      { numRuns: 50 },
    );
  });

  it('do not depend on white space, nor on whether names are in camel or snake case', () => {
    fc.assert(
      fc.property(tracesOf(anySpan), request => {
        const plain = transcodeTraces(Buffer.from(JSON.stringify(request)));
        const spaced = transcodeTraces(Buffer.from(JSON.stringify(snakeCased(request), null, ' ')));
        assert.deepEqual(spaced, plain);
      }),
      { numRuns: 50 },
    );
  });

  const snakeCased = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(snakeCased);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
        snakeCased(item),
      ]),
    );
  };
});
