import fc from 'fast-check';

// biome-ignore lint/suspicious/noExplicitAny: x
export type Described = { readonly [keyword: string]: any };

const listed = (value: unknown): readonly Described[] => (Array.isArray(value) ? value : []);
const numberOf = (value: unknown, preset: number): number =>
  typeof value === 'number' ? value : preset;

/** What such a pattern means is more than `stringMatching` can make: whole addresses instead. */
const mailAddresses = fc.tuple(fc.stringMatching(/^[a-z\d]{1,20}$/u), fc.constantFrom('a.example'));

const wide = 10 ** 21;

/** Values that a JSON Schema of the API documents allows; those that it cannot mean are an error. */
export function describedValues(schema: Described): fc.Arbitrary<unknown> {
  const { anyOf, const: only, enum: values, type } = schema;
  if (only !== undefined) return fc.constant(only);
  if (Array.isArray(values)) return fc.constantFrom(...values.filter(ofType(type)));
  if (anyOf !== undefined) return fc.oneof(...listed(anyOf).map(describedValues));
  if (Array.isArray(type))
    return fc.oneof(...type.map(each => describedValues({ ...schema, type: each })));
  if (type === undefined && schema.allOf === undefined) return fc.jsonValue();
  return typed(schema);
}

function typed(schema: Described): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return integers(schema);
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true, ...rangeOf(schema) });
    case 'array':
      return arrays(schema);
    case 'object':
      return objects(schema);
    default:
      return texts(schema);
  }
}

const rangeOf = ({ minimum, maximum }: Described) => ({
  ...(typeof minimum === 'number' && { min: minimum }),
  ...(typeof maximum === 'number' && { max: maximum }),
});

/** Those without a bound in the schema are beyond those of a double, too. */
const integers = ({ minimum, maximum }: Described): fc.Arbitrary<unknown> =>
  fc
    .bigInt({
      min: BigInt(numberOf(minimum, -wide)),
      max: BigInt(numberOf(maximum, wide)),
    })
    .map(value => (Number.isSafeInteger(Number(value)) ? Number(value) : String(value)));

const arrays = ({ items, minItems, maxItems }: Described): fc.Arbitrary<unknown> =>
  fc.array(describedValues(Object(items ?? {})), {
    minLength: numberOf(minItems, 0),
    maxLength: Math.min(numberOf(maxItems, 3), 3),
  });

function objects(schema: Described): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  const known = Object.fromEntries(
    Object.entries(Object(properties)).map(([name, each]) => [name, describedValues(Object(each))]),
  );
  const named = fc.record(known, { requiredKeys: Array.isArray(required) ? required : [] });
  if (typeof additionalProperties !== 'object') return named;
  const more = fc.dictionary(
    describedValues(Object(propertyNames ?? { type: 'string' })) as fc.Arbitrary<string>,
    describedValues(Object(additionalProperties)),
    { maxKeys: 2 },
  );
  return fc.tuple(more, named).map(([first, second]) => ({ ...first, ...second }));
}

function texts(schema: Described): fc.Arbitrary<unknown> {
  const { minLength, maxLength, format } = schema;
  const patterns = [schema, ...listed(schema.allOf)].flatMap(({ pattern }) =>
    typeof pattern === 'string' ? [new RegExp(pattern, 'u')] : [],
  );
  const length = { minLength: numberOf(minLength, 0), maxLength: numberOf(maxLength, 50) };
  const base = baseOf(format, patterns, length);
  return base.filter(
    text =>
      text.length <= numberOf(maxLength, Number.POSITIVE_INFINITY) &&
      text.length >= length.minLength &&
      patterns.every(pattern => pattern.test(text)),
  );
}

function baseOf(
  format: unknown,
  patterns: readonly RegExp[],
  length: { readonly minLength: number; readonly maxLength: number },
): fc.Arbitrary<string> {
  if (format === 'date-time') {
    const years = { min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true };
    return fc.noBias(fc.date(years)).map(date => date.toISOString());
  }
  if (format === 'uuid') return fc.uuid();
  const [pattern] = patterns;
  if (patterns.length !== 1 || pattern === undefined)
    return fc.string({ unit: 'grapheme-composite', ...length });
  return pattern.source.includes('(?!')
    ? mailAddresses.map(parts => parts.join('@'))
    : fc.stringMatching(pattern);
}

const ofType =
  (type: unknown) =>
  (value: unknown): boolean =>
    type === undefined || typeof value === type || (type === 'null' && value === null);
