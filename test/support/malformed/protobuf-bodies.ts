import { randomFillSync } from 'node:crypto';
import type { MalformedBody } from './case.ts';
import { field, fixed64, number, repeated } from './wire.ts';

const nanos = (ms: number): bigint => BigInt(ms) * 1_000_000n;
const times = (): Buffer =>
  Buffer.concat([fixed64(7, nanos(Date.now() - 25)), fixed64(8, nanos(Date.now()))]);
const ids = (): Buffer =>
  Buffer.concat([
    field(1, randomFillSync(Buffer.alloc(16, 1))),
    field(2, randomFillSync(Buffer.alloc(8, 1))),
  ]);
const span = (...more: readonly Buffer[]): Buffer => field(2, ids(), times(), ...more);
const request = (...spans: readonly Buffer[]): Buffer => field(1, field(2, ...spans));
const attribute = (...value: readonly Buffer[]): Buffer =>
  field(9, field(1, 'k'), field(2, ...value));

function nested(levels: number): Buffer {
  let value: Buffer = Buffer.alloc(0);
  for (let level = 0; level < levels; level++) value = field(5, field(1, value));
  return value;
}

const taken = (name: string, body: () => Buffer): MalformedBody => ({
  name,
  format: 'protobuf',
  status: 200,
  body,
});

const refused = (name: string, reason: RegExp, ...more: readonly Buffer[]): MalformedBody => ({
  ...taken(name, () => request(span(...more))),
  refused: 1,
  reason,
});

const malformed = (name: string, reason: RegExp, body: () => Buffer): MalformedBody => ({
  name,
  format: 'protobuf',
  status: 400,
  reason,
  body,
});

const elevenBytes = Buffer.alloc(11, 0xff);

export const protobufBodies: readonly MalformedBody[] = [
  taken('nothing, in protobuf', () => Buffer.alloc(0)),
  taken('an empty resource and an empty scope', () => field(1, field(2))),
  malformed('a request that is cut', /a length leaves its message/, () =>
    request(span()).subarray(0, -1),
  ),
  malformed('a length that is too great', /a length leaves its message/, () =>
    Buffer.from([10, 200, 1, 0]),
  ),
  malformed('a length of five gigabytes', /a length leaves its message/, () =>
    Buffer.concat([Buffer.from([10]), Buffer.from([0x80, 0x80, 0x80, 0x80, 0x14])]),
  ),
  malformed('a group', /wire type 3/, () =>
    Buffer.concat([request(span()), Buffer.from([0x1b, 0x1c])]),
  ),
  malformed('wire type 6', /wire type 6/, () => Buffer.from([0x1e, 0])),
  malformed('wire type 7', /wire type 7/, () => Buffer.from([0x1f, 0])),
  malformed('a field with number 0', /number 0/, () => Buffer.from([0, 1])),
  malformed('a varint of 11 bytes', /longer than ten bytes/, () =>
    Buffer.concat([Buffer.from([0x10]), elevenBytes]),
  ),
  malformed('a length of 11 bytes', /longer than ten bytes/, () =>
    Buffer.concat([Buffer.from([10]), elevenBytes]),
  ),
  malformed('resource spans that are a number', /field 1 has wire type 0/, () => number(1, 5)),
  malformed('random bytes', /expected OTLP traces in protobuf/, () => Buffer.alloc(1_000, 0xc5)),
  malformed('JSON that claims to be protobuf', /expected OTLP traces in protobuf/, () =>
    Buffer.from('{"resourceSpans":[]}'),
  ),
  malformed('a resource that is broken', /resource in which/, () =>
    field(1, field(1, Buffer.from([10, 9])), field(2, span())),
  ),
  refused(
    'a varint of 11 bytes in a span',
    /malformed: a varint/,
    Buffer.concat([Buffer.from([0x30]), elevenBytes]),
  ),
  refused('a kind that is packed', /field 6 has wire type 2/, field(6, Buffer.from([2]))),
  refused('a group in a span', /wire type 3/, Buffer.from([0xa3, 0x06, 0xa4, 0x06])),
  refused(
    'an attribute that is cut',
    /malformed: a length leaves/,
    Buffer.from([0x4a, 5, 0x0a, 9, 0x6b]),
  ),
  refused('a list 10,000 deep', /nested deeper than 32 levels/, attribute(nested(10_000))),
  {
    ...taken('a span of no bytes', () => request(field(2))),
    refused: 1,
    reason: /span number 1: it has no trace id/,
  },
  {
    ...malformed('spans of no bytes, 200,001 of them', /at most 200000 spans in a request/, () =>
      request(repeated(field(2), 200_001)),
    ),
    status: 413,
  },
  refused('an end of 2554', /after it was received/, fixed64(8, 0xffff_ffff_ffff_ffffn)),
  refused(
    '100,001 empty attributes',
    /it has 100001 attributes, values/,
    repeated(field(9), 100_001),
  ),
  taken('unknown fields of every kind', () =>
    Buffer.concat([
      number(99, 5),
      fixed64(15, 5n),
      field(1_000, 'unknown'),
      request(span(field(200, 'unknown'))),
    ]),
  ),
  taken('every field twice', () =>
    request(
      span(field(5, 'first'), field(5, 'second'), ids(), times(), number(6, 1), number(6, 2)),
    ),
  ),
  taken('two values in one attribute', () =>
    request(span(attribute(field(1, 'text'), number(3, 5)))),
  ),
  taken('texts that are not UTF-8', () =>
    request(
      span(
        field(5, Buffer.from([0xff, 0xc0, 0x80, 0])),
        attribute(field(1, Buffer.from([0xed, 0xa0, 0x80]))),
      ),
    ),
  ),
  taken('NaN, infinity and the least of all numbers', () =>
    request(
      span(
        attribute(fixed64(4, 0x7ff8_0000_0000_0001n)),
        attribute(fixed64(4, 0xfff0_0000_0000_0000n)),
        attribute(fixed64(4, 1n)),
      ),
    ),
  ),
  taken('an event with 10,000 attributes', () =>
    request(span(field(11, field(2, 'e'), repeated(field(3, field(1, 'k')), 10_000)))),
  ),
  taken('8 MB that grow when they are written', () =>
    request(span(field(11, field(3, field(1, 'k'), field(2, field(1, Buffer.alloc(8_000_000))))))),
  ),
  taken('a thousand scopes of one resource', () =>
    field(
      1,
      field(1, field(1, field(1, 'service.name'), field(2, field(1, 'many')))),
      ...Array.from({ length: 1_000 }, (_, at) =>
        field(2, field(1, field(1, `scope ${at}`)), span()),
      ),
    ),
  ),
  {
    ...malformed(
      'a long resource with many scopes',
      /at most 16777216 bytes of resources and scopes/,
      () =>
        field(
          1,
          field(1, field(1, field(1, Buffer.alloc(1_000_000, 'k')))),
          repeated(field(2, span()), 1_000),
        ),
    ),
    status: 413,
  },
  {
    ...malformed('three million empty scopes', /at most 3000000 spans, attributes, values/, () =>
      field(1, repeated(field(2), 3_000_001)),
    ),
    status: 413,
  },
  {
    ...malformed(
      'three million attributes of a resource',
      /at most 3000000 spans, attributes, values/,
      () => field(1, field(1, repeated(field(1), 3_000_001)), field(2, span())),
    ),
    status: 413,
  },
];
