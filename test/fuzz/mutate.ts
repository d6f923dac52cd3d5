/** Random numbers that a seed repeats: mulberry32, by Tommy Ettinger, in the public domain. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;
type Mutation = (body: Buffer, random: Random, other: Buffer) => Buffer;

const below = (random: Random, end: number): number => Math.floor(random() * end);
const bytesOf = (random: Random, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => below(random, 256)));

/** What parsers stumble over: lengths and numbers at the ends of what fits, and halves of characters. */
const nasty: readonly Buffer[] = [
  Buffer.from('ffffffffffffffffff01', 'hex'),
  Buffer.from('ffffffff0f', 'hex'),
  Buffer.from('80808080808080808080', 'hex'),
  Buffer.from('eda080', 'hex'),
  Buffer.from('00'),
  Buffer.from('"\\ud800"'),
  Buffer.from('1e999'),
  Buffer.from('-9223372036854775809'),
  Buffer.from('18446744073709551616'),
  Buffer.from('{"a":'),
  Buffer.from('[[[[[[[['),
  Buffer.from('null'),
  Buffer.from('__proto__'),
];

const spliced = (body: Buffer, at: number, removed: number, added: Buffer): Buffer =>
  Buffer.concat([body.subarray(0, at), added, body.subarray(at + removed)]);

const mutations: readonly Mutation[] = [
  (body, random) => {
    const changed = Buffer.from(body);
    const at = below(random, body.length);
    changed[at] = (changed[at] ?? 0) ^ (1 << below(random, 8));
    return changed;
  },
  (body, random) => body.subarray(0, below(random, body.length)),
  (body, random) => spliced(body, below(random, body.length), below(random, 16), Buffer.alloc(0)),
  (body, random) =>
    spliced(body, below(random, body.length), 0, bytesOf(random, 1 + below(random, 12))),
  (body, random) =>
    spliced(
      body,
      below(random, body.length),
      below(random, 4),
      nasty[below(random, nasty.length)] ?? Buffer.alloc(0),
    ),
  (body, random) => {
    const at = below(random, body.length);
    return spliced(body, at, 0, body.subarray(at, at + below(random, 200)));
  },
  (body, random, other) =>
    Buffer.concat([
      body.subarray(0, below(random, body.length)),
      other.subarray(below(random, other.length)),
    ]),
];

const mutationsMax = 4;

/** A body with one to four changes. `other`: a body whose end may take the place of its end. */
export function mutated(body: Buffer, random: Random, other: Buffer): Buffer {
  let changed = body;
  const count = 1 + below(random, mutationsMax);
  for (let done = 0; done < count && changed.length > 0; done++)
    changed = mutations[below(random, mutations.length)]?.(changed, random, other) ?? changed;
  return changed;
}
