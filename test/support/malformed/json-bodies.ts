import { gzipSync } from 'node:zlib';
import { dayMs } from '../../../schemas/durations.ts';
import { newId } from '../otel-send.ts';
import { nanosOf } from '../otlp.ts';
import type { MalformedBody } from './case.ts';

const timesAt = (endMs: number): string =>
  `"startTimeUnixNano":"${nanosOf(endMs - 25)}","endTimeUnixNano":"${nanosOf(endMs)}"`;

type Parts = { ids?: string; times?: string; name?: string; more?: string };

/** A span as text, so that any part of it can be wrong. */
const span = ({ ids, times, name = '"n"', more }: Parts = {}): string =>
  [
    `{${ids ?? `"traceId":"${newId(32)}","spanId":"${newId(16)}"`}`,
    `"name":${name}`,
    `${times ?? timesAt(Date.now() - 1_000)}${more === undefined ? '' : `,${more}`}}`,
  ].join(',');

const request = (spans: string, service = 'checkout'): string =>
  `{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"${service}"}}]},` +
  `"scopeSpans":[{"spans":[${spans}]}]}]}`;

const value = (text: string): string => `"attributes":[{"key":"k","value":${text}}]`;
const many = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join();
const nested = (levels: number): string =>
  `${'{"arrayValue":{"values":['.repeat(levels)}{}${']}}'.repeat(levels)}`;

const taken = (name: string, text: () => string): MalformedBody => ({
  name,
  format: 'json',
  status: 200,
  body: () => Buffer.from(text()),
});

const refused = (name: string, reason: RegExp, parts: () => Parts): MalformedBody => ({
  ...taken(name, () => request(span(parts()))),
  refused: 1,
  reason,
});

const malformed = (name: string, reason: RegExp, text: () => string | Buffer): MalformedBody => ({
  name,
  format: 'json',
  status: 400,
  reason,
  body: () => Buffer.from(text()),
});

const withIds =
  (trace: string, id: string): (() => Parts) =>
  () => ({
    ids: `"traceId":${trace},"spanId":${id}`,
  });
const goodTrace = '"0102030405060708090a0b0c0d0e0f10"';
const goodSpan = '"0102030405060708"';

export const jsonBodies: readonly MalformedBody[] = [
  taken('a member __proto__ of the request', () =>
    request(span()).replace('{', '{"__proto__":{"resourceSpans":1,"polluted":true},'),
  ),
  taken('attributes named __proto__, constructor and toString', () =>
    request(
      span({
        more: `"attributes":[${['__proto__', 'constructor', 'toString'].map(key => `{"key":"${key}","value":{"kvlistValue":{"values":[{"key":"__proto__","value":{"boolValue":true}}]}}}`)}]`,
      }),
    ),
  ),
  taken('10,000 attributes', () =>
    request(
      span({
        more: `"attributes":[${many(10_000, at => `{"key":"k${at}","value":{"intValue":1}}`)}]`,
      }),
    ),
  ),
  refused(
    '60,000 attributes',
    /it has 120000 attributes, values, events and links; at most 100000/,
    () => ({
      more: `"attributes":[${many(60_000, () => '{"key":"k","value":{"intValue":1}}')}]`,
    }),
  ),
  taken('a value of 1 MB', () =>
    request(span({ more: value(`{"stringValue":"${'v'.repeat(1_000_000)}"}`) })),
  ),
  taken('a key of 1 MB', () =>
    request(span({ more: `"attributes":[{"key":"${'k'.repeat(1_000_000)}","value":{}}]` })),
  ),
  refused('a name of 1 MB', /expected a name of at most 16384 bytes, found 1000000/, () => ({
    name: `"${'n'.repeat(1_000_000)}"`,
  })),
  {
    ...taken('a service name of 1 MB', () => request(span(), 's'.repeat(1_000_000))),
    refused: 1,
    reason: /expected a service name of at most 1024 bytes, found 1000000/,
  },
  {
    ...refused('a span of 9 MB', /it has 90\d+ bytes; at most 8388608 are taken/, () => ({})),
    headers: { 'Content-Encoding': 'gzip' },
    body: () =>
      gzipSync(request(span({ more: value(`{"stringValue":"${'v'.repeat(9_000_000)}"}`) }))),
  },
  malformed('arrays 10,000 deep in a value', /at most 256 levels/, () =>
    request(span({ more: value(nested(10_000)) })),
  ),
  refused('arrays 40 deep in a value', /nested deeper than 32 levels/, () => ({
    more: value(nested(40)),
  })),
  malformed('an unknown member 10,000 deep', /at most 256 levels/, () =>
    request(span()).replace('{', `{"x":${'['.repeat(10_000)}${']'.repeat(10_000)},`),
  ),
  malformed('the bare word NaN', /expected a value/, () =>
    request(span({ more: value('{"doubleValue":NaN}') })),
  ),
  taken('NaN and infinities as texts', () =>
    request(
      span({
        more: value(
          `{"arrayValue":{"values":[${['NaN', 'Infinity', '-Infinity'].map(word => `{"doubleValue":"${word}"}`)}]}}`,
        ),
      }),
    ),
  ),
  taken('the numbers 1e400 and -0', () =>
    request(
      span({ more: value('{"arrayValue":{"values":[{"doubleValue":1e400},{"intValue":-0}]}}') }),
    ),
  ),
  taken('integers with exponents and past 64 bits', () =>
    request(
      span({
        more: value(
          '{"arrayValue":{"values":[{"intValue":1e3},{"intValue":"99999999999999999999"}]}}',
        ),
      }),
    ),
  ),
  refused('an end before the start', /it ends before it starts/, () => ({
    times: `"startTimeUnixNano":"${nanosOf(Date.now())}","endTimeUnixNano":"${nanosOf(Date.now() - 1_000)}"`,
  })),
  refused('a span of 1970', /before it was received; at most 7 days/, () => ({
    times: timesAt(dayMs),
  })),
  refused('a span of 2100', /after it was received; at most 10 minutes/, () => ({
    times: timesAt(Date.UTC(2100, 0)),
  })),
  refused('a negative time', /a whole number from 0 on, found "-1"/, () => ({
    times: '"startTimeUnixNano":-1,"endTimeUnixNano":"5"',
  })),
  refused('the time 1e400', /a whole number from 0 on, found "1e400"/, () => ({
    times: '"startTimeUnixNano":"5","endTimeUnixNano":1e400',
  })),
  refused('a time past 64 bits', /a whole number from 0 on, found "18446744073709551616"/, () => ({
    times: '"startTimeUnixNano":"5","endTimeUnixNano":"18446744073709551616"',
  })),
  refused('no start', /it has no start time/, () => ({ times: '"endTimeUnixNano":"5"' })),
  taken('one span twice in a request', () => {
    const same = span();
    return request(`${same},${same}`);
  }),
  taken('every key twice, the last one right', () =>
    request(span({ ids: `"traceId":"zz","traceId":${goodTrace},"spanId":${goodSpan}` })).replace(
      '"zz"',
      '""',
    ),
  ),
  refused(
    'a trace id of zeros',
    /its trace id is all zeros/,
    withIds(`"${'0'.repeat(32)}"`, goodSpan),
  ),
  refused(
    'a span id of zeros',
    /its span id is all zeros/,
    withIds(goodTrace, `"${'0'.repeat(16)}"`),
  ),
  refused(
    'a trace id of 15 bytes',
    /a trace id of 16 bytes, found 15/,
    withIds(`"${'ab'.repeat(15)}"`, goodSpan),
  ),
  refused(
    'a trace id of 1 MB',
    /a trace id of 16 bytes, found 500000/,
    withIds(`"${'ab'.repeat(500_000)}"`, goodSpan),
  ),
  refused(
    'a span id of 15 digits',
    /expected hex digits, found "123456789012345"/,
    withIds(goodTrace, '"123456789012345"'),
  ),
  refused(
    'a span id that is not hex',
    /expected hex digits, found "zzzzzzzzzzzzzzzz"/,
    withIds(goodTrace, '"zzzzzzzzzzzzzzzz"'),
  ),
  refused('a span id that is a number', /expected hex digits, found "5"/, withIds(goodTrace, '5')),
  refused('no trace id', /it has no trace id/, withIds('null', goodSpan)),
  refused('a parent of three bytes', /a parent span id of 8 bytes, found 3/, () => ({
    more: '"parentSpanId":"010203"',
  })),
  taken('lone surrogates', () => request(span({ name: '"\\ud800x\\udc00"' }))),
  taken('a NUL that is escaped', () => request(span({ name: '"a\\u0000b"' }))),
  malformed('a NUL that is not escaped', /expected a character/, () =>
    request(span({ name: '"a\u0000b"' })),
  ),
  malformed('a line break in a string', /expected a character/, () =>
    request(span({ name: '"a\nb"' })),
  ),
  malformed('an escape that JSON does not have', /expected an escape/, () =>
    request(span({ name: '"\\x41"' })),
  ),
  malformed('an escape that is cut', /expected a hex digit/, () =>
    request(span({ name: '"\\u12"' })),
  ),
  {
    ...taken('bytes that are not UTF-8', () => ''),
    body: () => Buffer.from(request(span({ name: '"\xff\xfe\xc0\x80"' })), 'latin1'),
  },
  taken('a byte order mark', () => `\ufeff${request(span())}`),
  malformed('UTF-16', /expected a key at byte 1 of the JSON/, () =>
    Buffer.from(request(span()), 'utf16le'),
  ),
  malformed('nothing', /expected a value/, () => ''),
  malformed('white space', /expected a value/, () => ' '.repeat(1_000)),
  malformed('null', /expected a JSON object, found null/, () => 'null'),
  malformed('an array', /expected a JSON object, found array/, () => '[]'),
  malformed('a text', /expected a JSON object, found string/, () => '"resourceSpans"'),
  malformed('something after the end', /expected the end/, () => `${request(span())}x`),
  malformed('two requests', /expected the end/, () => request(span()) + request(span())),
  malformed('a comma too many', /expected a (?:value|key)/, () => request(`${span()},`)),
  malformed('a comment', /expected a key/, () => `{/* */${request(span()).slice(1)}`),
  malformed('single quotes', /expected a key/, () => request(span()).replaceAll('"', "'")),
  malformed('half a request', /expected/, () => request(span()).slice(0, -40)),
  malformed(
    'resourceSpans that is a text',
    /resourceSpans: expected an array, found string/,
    () => '{"resourceSpans":"all"}',
  ),
  malformed(
    'resourceSpans that holds numbers',
    /resourceSpans: expected an object, found number/,
    () => '{"resourceSpans":[1,2]}',
  ),
  malformed('protobuf that claims to be JSON', /expected a value|expected a JSON object/, () =>
    Buffer.from([10, 4, 18, 2, 18, 0]),
  ),
  taken('resourceSpans that is null', () => '{"resourceSpans":null}'),
  refused('attributes that are an object', /attributes: expected an array, found object/, () => ({
    more: '"attributes":{"k":"v"}',
  })),
  refused('a kind that is an object', /kind: expected a plain value, found object/, () => ({
    more: '"kind":{"is":2}',
  })),
  taken('a kind and a status that nobody knows', () =>
    request(span({ more: '"kind":"SPAN_KIND_NONE","status":{"code":99}' })),
  ),
  taken('bytes that are not base64', () => request(span({ more: value('{"bytesValue":"%%%"}') }))),
  refused('bytes that are an object', /bytesValue: expected a plain value, found object/, () => ({
    more: value('{"bytesValue":{"0":1}}'),
  })),
  taken('10,000 events', () =>
    request(
      span({
        more: `"events":[${many(10_000, at => `{"name":"e${at}","timeUnixNano":"${at}"}`)}]`,
      }),
    ),
  ),
  taken('10,000 links', () =>
    request(
      span({
        more: `"links":[${many(10_000, () => `{"traceId":${goodTrace},"spanId":${goodSpan}}`)}]`,
      }),
    ),
  ),
  refused('a link with half an id', /a link has a trace id of 3 bytes/, () => ({
    more: '"links":[{"traceId":"010203"}]',
  })),
  {
    ...malformed('200,001 spans', /expected at most 200000 spans in a request, found more/, () =>
      request(`${'{},'.repeat(200_000)}{}`),
    ),
    status: 413,
  },
];
