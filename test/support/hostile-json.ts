import fc from 'fast-check';

/** Texts of single bytes (latin1), so that a text can hold what is no UTF-8. */
type Bytes = string;

const utf8 = (text: string): Bytes => Buffer.from(text).toString('latin1');
const nested = (levels: number): Bytes => '['.repeat(levels) + ']'.repeat(levels);

const numbers = [
  ['0', '-0', '1', '007', '-', '-5', '4294967295', '4294967296', '2147483648', '-2147483649'],
  ['9007199254740991', '9007199254740992', '9007199254740993', '9223372036854775807'],
  ['9223372036854775808', '-9223372036854775808', '-9223372036854775809'],
  ['9999999999999999999', '18446744073709551615', '18446744073709551616'],
  ['1.5', '1.', '.5', '1e3', '1E+3', '1e-3', '1e', '1e400', '-1e400', '5e-324', '2e-324'],
  ['0.1', '0.30000000000000004', '123456789012345678', '1.7976931348623157e308', '1e22', '1e23'],
  ['9007199254740993e22', '8.5e-22', '1e-23', '0e99999', '1e00000000005', '-0.0', '2.5e+007'],
  ['1234567890123456789012345678901234567890', '0.000000000000000000000000000001234', '1e1e1'],
  ['0x10', '+1', 'NaN', 'Infinity', '-Infinity', '00', '12345678', '1234567812345678', '1:2345678'],
].flat();

const strings = [
  ['', ' ', ' 5 ', 'NaN', 'Infinity', '-Infinity', '+5', '5-', 'true', 'false', 'null', '1.0'],
  ['SPAN_KIND_SERVER', 'span_kind_client', 'SERVER', 'STATUS_CODE_ERROR', 'ERROR', 'DELTA'],
  ['5b8efff798038103d269b633813fc60c', 'EEE19B7EC3C1B174', 'eee19b7ec3c1b17', 'zz', 'ab'],
  [
    '5b8efff7-9803-8103-d269-b633813fc60c',
    'W47/95gDgQPSabYzgT/GDA==',
    'AAECAw==',
    'AAE=',
    'AB==',
    'A===',
    '====',
    'a-b_',
    'a-b',
  ],
  ['\\n', '\\"', '\\\\', '\\/\\b\\f\\r\\t', '\\u0000', '\\u00e9', '\\u20ac', '\\uD83D\\uDE00'],
  ['\\ud83d', '\\ude00', '\\ud83d\\u0041', '\\ud83d\\ud83d', '\\ud83dx', '\\u12', '\\x', '\\'],
  ['\\uFFFF', '\\u0031\\u0032', 'a\\u0022b', '\\ud83d\\ude0', 'tab\\tand \\u00e9 and more text'],
  ['é', '😀', 'é\\n', '😀\\t€', '\ufffd\\n', '\ufeff\\n', 'plain text of more than eight bytes'],
  ['x'.repeat(126), 'x'.repeat(127), 'x'.repeat(128), 'y'.repeat(300), `${'z'.repeat(127)}\\n`],
  ['ab'.repeat(127), 'ab'.repeat(128), 'ab'.repeat(2_000), '\\n'.repeat(9_000)],
]
  .flat()
  .map(utf8);

/** No UTF-8, or none that may be: each also with an escape, since only then texts are read. */
const broken = [
  ['\xff', '\xc3', '\xa9', '\xc3\xc3\xa9', '\xc0\x80', '\xe0\x80\x80', '\xe2\x82', '\xed\xa0\x80'],
  [
    '\xf0\x80\x80\x80',
    '\xf0\x9f\x98',
    '\xf4\x90\x80\x80',
    '\xf5\x80\x80\x80',
    '\xfe',
    '\xe2\x82\xac\x82',
  ],
]
  .flat()
  .flatMap(bytes => [bytes, `${bytes}\\n`, `\\u00e9${bytes}`, `eight by${bytes}tes\\t`]);

const controls = ['\0', '\x01', '\t', '\n', '\x1f', '\x7f'].flatMap(byte => [byte, `\\n${byte}`]);

const keys = [
  ['resource_spans', 'scope_spans', 'trace_id', 'start_time_unix_nano', 'dropped_attributes_count'],
  ['traceId', 'spanId', 'name', 'kind', 'attributes', 'value', 'key', 'stringValue', 'intValue'],
  ['doubleValue', 'boolValue', 'bytesValue', 'arrayValue', 'kvlistValue', 'values', 'status'],
  ['code', 'flags', 'events', 'links', 'asInt', 'asDouble', 'as_int', 'sum', 'bucketCounts'],
  ['bucket_counts', 'explicitBounds', 'scale', 'offset', 'gauge', 'exponential_histogram'],
  ['aggregationTemporality', 'isMonotonic', 'unknown', 'traceid', 'TraceId', 'trace_Id', 'nam'],
  ['\\u006eame', 'n\\u0061me', 'constructor', '__proto__', 'aggregation_temporality_and_more'],
].flat();

const quoted = (text: Bytes): Bytes => `"${text}"`;

/** What may stand where any token of JSON stood. */
const tokens: readonly Bytes[] = [
  numbers,
  numbers.map(quoted),
  [...strings, ...broken, ...controls, ...keys].map(quoted),
  [
    'null',
    'true',
    'false',
    'nul',
    'nulll',
    'truefalse',
    'True',
    '[]',
    '{}',
    '[{}]',
    '[null]',
    '{"a":1}',
  ],
  [
    '[1,2]',
    '["1",2.5,3e2]',
    '[1,]',
    '{,}',
    '[,1]',
    '{"a":}',
    '{"a"}',
    '{a:1}',
    "'a'",
    ' ',
    '\r\n\t ',
    '\v',
  ],
  ['\xef\xbb\xbf', '//', '/**/', nested(3), nested(255), nested(300), '{"a":'.repeat(260)],
  ['"bucketCounts":[0,0,0,"0"]', '"bucketCounts":[]', '"kind":"SPAN_KIND_SERVER"', '"name":null'],
  ['"name":"a","name":"b"', '"spanId":"ab","spanId":"cd"', '"sum":NaN', '"count":"","sum":"1e3"'],
].flat();

type Edit = {
  readonly place: number;
  readonly token: Bytes;
  readonly how: 'replace' | 'before' | 'remove' | 'double' | 'member' | 'cut' | 'byte';
};

const edit: fc.Arbitrary<Edit> = fc.record({
  place: fc.nat(),
  token: fc.constantFrom(...tokens),
  how: fc.constantFrom<Edit['how']>(
    'replace',
    'replace',
    'replace',
    'member',
    'member',
    'before',
    'double',
    'remove',
    'cut',
    'byte',
  ),
});

/** JSON of any of these documents after a few edits: most are still JSON, and most of those still OTLP. */
export const hostile = (document: fc.Arbitrary<object>): fc.Arbitrary<Buffer> =>
  fc
    .tuple(
      document,
      fc.constantFrom(undefined, 1, '\t'),
      fc.oneof(
        { weight: 4, arbitrary: fc.array(edit, { maxLength: 2 }) },
        fc.array(edit, { maxLength: 9 }),
      ),
    )
    .map(([value, space, edits]) =>
      Buffer.from(edits.reduce(edited, utf8(JSON.stringify(value, null, space))), 'latin1'),
    );

const tokenPattern = /"(?:\\.|[^"\\])*"|[-+.\w]+|[[\]{},:]|\s+|./gs;

function edited(text: Bytes, { place, token, how }: Edit): Bytes {
  const parts = text.match(tokenPattern) ?? [];
  const at = place % Math.max(parts.length, 1);
  const before = parts.slice(0, at).join('');
  const old = parts[at] ?? '';
  const after = parts.slice(at + 1).join('');
  switch (how) {
    case 'replace':
      return before + token + after;
    case 'before':
      return before + token + old + after;
    case 'remove':
      return before + after;
    case 'double':
      return before + old + old + after;
    case 'member':
      return withMember(parts, at, token);
    case 'cut':
      return before;
    case 'byte':
      return before + old.slice(0, place % 7) + token.slice(0, 1) + old.slice(place % 7) + after;
  }
}

/** A member more in some object: of a name from this document or another, with this value. */
function withMember(parts: readonly Bytes[], at: number, token: Bytes): Bytes {
  const brace = parts.indexOf('{', at);
  if (brace < 0) return parts.join('');
  const own = parts.filter((_, index) => parts[index + 1] === ':');
  const names = [...own, ...keys.map(quoted)];
  const name = names[(at * 7) % names.length] ?? '""';
  const isLast = parts[brace + 1] === '}';
  const member = `${name}:${token}${isLast ? '' : ','}`;
  return parts.slice(0, brace + 1).join('') + member + parts.slice(brace + 1).join('');
}
