import { equal, match, throws } from 'node:assert/strict';
import { type GoType, goFault } from '../support/go-json.ts';

const struct: GoType = {
  struct: {
    count: 'int',
    rate: 'float64',
    at: 'time',
    name: 'string',
    done: 'bool',
    parent: { pointer: 'string' },
    'note?': 'string',
    list: { slice: 'int' },
  },
};

const good = {
  count: '3',
  rate: '0.5',
  at: '"2026-01-01T00:00:00.5+02:00"',
  name: '"a 1.5 \\" b"',
  done: 'true',
  parent: 'null',
  list: '[1,-2]',
  other: '{"x":[null,1.5]}',
};

const textOf = (fields: Readonly<Record<string, string>>): string =>
  `{${Object.entries(fields).map(([name, value]) => `"${name}":${value}`)}}`;

describe('the decoder with the rules of Go', () => {
  it('takes what fits, and ignores fields that it does not know', () => {
    equal(goFault(textOf(good), struct), undefined);
    equal(goFault(textOf({ ...good, parent: '"x"', note: '"y"', rate: '3' }), struct), undefined);
  });

  const wrong: Readonly<Record<string, readonly [field: string, value: string]>> = {
    'a float in an integer field': ['count', '12.5'],
    'a whole number with a point in an integer field': ['count', '12.0'],
    'an exponent in an integer field': ['count', '1e3'],
    'an integer of more than 64 bits': ['count', '9223372036854775808'],
    'a text in an integer field': ['count', '"3"'],
    'null in an integer field': ['count', 'null'],
    'null in a field of a float': ['rate', 'null'],
    'null in a field of a text': ['name', 'null'],
    'null in a slice': ['list', 'null'],
    'a float in a slice of integers': ['list', '[1,2.5]'],
    'a number in a field of a text': ['name', '5'],
    'a time without a zone': ['at', '"2026-01-01T00:00:00"'],
    'a time that is no day': ['at', '"2026-13-01T00:00:00Z"'],
    'an empty time': ['at', '""'],
    'a number in a field of yes or no': ['done', '1'],
    'a number where a pointer to a text waits': ['parent', '1'],
  };
  for (const [title, [field, value]] of Object.entries(wrong)) {
    it(`refuses ${title}`, () => {
      const fault = goFault(textOf({ ...good, [field]: value }), struct);
      match(fault ?? '', new RegExp(`into field \\.${field}`));
    });
  }

  it('takes a name in another case for the field, as Go does', () => {
    match(goFault(textOf({ ...good, Count: '1.5' }), struct) ?? '', /into field \.Count/);
  });

  it('refuses what is no object, no list or no JSON where one is expected', () => {
    for (const text of ['[]', 'null', '3', '"x"'])
      match(goFault(text, struct) ?? '', /type a struct/);
    match(goFault(textOf({ ...good, list: '{}' }), struct) ?? '', /of type a slice/);
    throws(() => goFault('{"count":', struct), SyntaxError);
  });

  it('misses a field that is not there', () => {
    const { count: _, ...rest } = good;
    match(goFault(textOf(rest), struct) ?? '', /expected the field \.count/);
  });
});
