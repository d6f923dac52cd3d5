import { copyShort, viewOf } from '../../platform/columns/words.ts';

// How long it takes to copy a string out of a body and to know whether it is ASCII: byte by byte,
// four bytes at a time, and by a native copy, which does not even look at the bytes.
const copies = 100_000;
const rounds = 12;
const lengths = [4, 8, 16, 32, 64, 128, 256, 512];

const source = Buffer.alloc(1 << 20, 'a');
const target = Buffer.alloc(1 << 20);
const sourceView = viewOf(source);
const targetView = new DataView(target.buffer, target.byteOffset, target.length);

type Copy = (start: number, end: number, at: number) => boolean;

const ways: Readonly<Record<string, Copy>> = {
  'byte by byte': (start, end, at) => {
    let seen = 0;
    for (let from = start, to = at; from < end; from++, to++) {
      const byte = source[from] as number;
      seen |= byte;
      target[to] = byte;
    }
    return seen < 128;
  },
  'four bytes at a time': (start, end, at) => copyShort(sourceView, start, end, targetView, at),
  'natively, without looking': (start, end, at) => {
    target.set(source.subarray(start, end), at);
    return true;
  },
};

/** Nanoseconds a copy, the best of all rounds. */
function measure(copy: Copy, length: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const beganAtMs = performance.now();
    for (let index = 0; index < copies; index++) {
      const at = (index * 37) & 0xf_ffff & ~1023;
      if (!copy(at + (index & 7), at + (index & 7) + length, at)) throw new Error('expected ASCII');
    }
    best = Math.min(best, performance.now() - beganAtMs);
  }
  return (best * 1e6) / copies;
}

for (const length of lengths) {
  const times = Object.entries(ways).map(
    ([name, copy]) => `${name} ${measure(copy, length).toFixed(1)} ns`,
  );
  process.stdout.write(`${length} bytes: ${times.join(', ')}\n`);
}
