import fc from 'fast-check';

type Mutation = {
  readonly at: number;
  readonly byte: number;
  readonly kind: 'set' | 'cut' | 'add' | 'drop';
};

/** Changes that make a malformed body of any. */
export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    at: fc.nat(0xffff),
    byte: fc.oneof(
      fc.nat(255),
      fc.constantFrom(0, 1, 0x0a, 0x12, 0x7f, 0x80, 0xff, 0x22, 0x2c, 0x7d, 0x5d),
    ),
    kind: fc.constantFrom('set', 'set', 'set', 'cut', 'add', 'drop'),
  }),
  { minLength: 1, maxLength: 4 },
);

export function mutated(bytes: Buffer, changes: readonly Mutation[]): Buffer {
  let result = Buffer.from(bytes);
  for (const { at, byte, kind } of changes) {
    const place = at % (result.length + 1);
    if (kind === 'set' && place < result.length) result[place] = byte;
    if (kind === 'cut') result = result.subarray(0, place);
    if (kind === 'add')
      result = Buffer.concat([
        result.subarray(0, place),
        Buffer.from([byte]),
        result.subarray(place),
      ]);
    if (kind === 'drop')
      result = Buffer.concat([result.subarray(0, place), result.subarray(place + 1)]);
  }
  return result;
}
