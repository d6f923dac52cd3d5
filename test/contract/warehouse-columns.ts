import fc from 'fast-check';
import { ArrayEnds } from '../../platform/columns/array.ts';
import type { ColumnData } from '../../platform/columns/column.ts';
import {
  dictionary,
  strings,
  uint8s,
  uint16s,
  uint32s,
  uint64s,
  uuids,
} from '../support/warehouse.ts';

/** A type of column: what can be in it, how it is built, and how it looks when selected. */
export type Kind = {
  readonly type: string;
  readonly values: fc.Arbitrary<never>;
  readonly build: (values: readonly never[]) => ColumnData;
  /** Strings are selected in hex, since JSON cannot hold every byte. */
  readonly select: (expression: string) => string;
  readonly selected: (value: never) => unknown;
};

const bytes = fc.uint8Array({ maxLength: 300 });
const hex = (value: Uint8Array): string => Buffer.from(value).toString('hex').toUpperCase();

const texts: Kind = kind({
  type: 'String',
  values: bytes,
  build: (values: readonly Uint8Array[]) => strings(...values),
  select: expression => `hex(${expression})`,
  selected: hex,
});

const dictionaries: Kind = kind({
  type: 'LowCardinality(String)',
  values: fc.oneof(fc.constantFrom('', 'a', 'b').map(Buffer.from), bytes),
  build: (values: readonly Uint8Array[]) => dictionary(...values),
  select: expression => `hex(${expression})`,
  selected: hex,
});

const shorts: Kind = number('UInt16', 2 ** 16 - 1, values => uint16s(...values));

const scalars: readonly Kind[] = [
  texts,
  dictionaries,
  shorts,
  number('UInt8', 255, values => uint8s(...values)),
  number('UInt32', 2 ** 32 - 1, values => uint32s(...values)),
  kind({
    type: 'UInt64',
    values: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    build: (values: readonly bigint[]) => uint64s(...values),
    select: expression => expression,
    selected: String,
  }),
  kind({
    type: 'UUID',
    values: fc.uuid(),
    build: (values: readonly string[]) => uuids(...values),
    select: expression => expression,
    selected: value => value,
  }),
  kind({
    type: 'Bool',
    values: fc.boolean(),
    build: (values: readonly boolean[]) => uint8s(...values.map(Number)),
    select: expression => expression,
    selected: value => value,
  }),
];

export const kinds: fc.Arbitrary<Kind> = fc.oneof(
  fc.constantFrom(...scalars),
  fc.constantFrom(...scalars).map(arrayOf),
  fc.constantFrom(...scalars).map(inner => arrayOf(arrayOf(inner))),
  fc
    .tuple(fc.constantFrom(texts, dictionaries, shorts), fc.constantFrom(...scalars))
    .map(([keys, values]) => mapOf(keys, values)),
);

function arrayOf(inner: Kind): Kind {
  return kind({
    type: `Array(${inner.type})`,
    values: fc.array(inner.values, { maxLength: 5 }),
    build: (rows: readonly (readonly never[])[]) => endsOf(rows).array(inner.build(rows.flat(1))),
    select: expression => {
      const item = `x${expression.length}`;
      return `arrayMap(${item} -> ${inner.select(item)}, ${expression})`;
    },
    selected: row => row.map(inner.selected),
  });
}

function mapOf(keys: Kind, values: Kind): Kind {
  return kind({
    type: `Map(${keys.type}, ${values.type})`,
    values: fc.uniqueArray(fc.tuple(keys.values, values.values), {
      maxLength: 4,
      selector: ([key]) => String(key),
    }),
    build: (rows: readonly (readonly [never, never][])[]) =>
      endsOf(rows).map(
        keys.build(rows.flat(1).map(([key]) => key)),
        values.build(rows.flat(1).map(([, value]) => value)),
      ),
    select: expression =>
      `tuple(arrayMap(k -> ${keys.select('k')}, mapKeys(${expression})),
             arrayMap(v -> ${values.select('v')}, mapValues(${expression})))`,
    selected: row => [
      row.map(([key]) => keys.selected(key)),
      row.map(([, value]) => values.selected(value)),
    ],
  });
}

function number(type: string, max: number, build: (values: readonly number[]) => ColumnData): Kind {
  return kind({
    type,
    values: fc.integer({ min: 0, max }),
    build,
    select: expression => expression,
    selected: (value: number) => value,
  });
}

function endsOf(rows: readonly (readonly unknown[])[]): ArrayEnds {
  const ends = new ArrayEnds();
  let values = 0;
  for (const row of rows) {
    values += row.length;
    ends.push(values);
  }
  return ends;
}

function kind<Value>(given: {
  readonly type: string;
  readonly values: fc.Arbitrary<Value>;
  readonly build: (values: readonly Value[]) => ColumnData;
  readonly select: (expression: string) => string;
  readonly selected: (value: Value) => unknown;
}): Kind {
  return given as unknown as Kind;
}
