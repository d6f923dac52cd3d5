const firstPairs = 512;

/** Dense numbers, from 0, for pairs of whole numbers below 2^32, in order of first sight. */
export type TupleSet = {
  readonly size: () => number;
  readonly number: (a: number, b: number) => number;
  readonly a: (number: number) => number;
  readonly b: (number: number) => number;
};

/** An open-addressing table in typed arrays: every span looks it up four times, and nothing is boxed. */
export function openPairs(): TupleSet {
  let size = 0;
  let pairs = new Uint32Array(firstPairs * 2);
  let slots = new Int32Array(firstPairs * 2).fill(-1);
  const grow = (): void => {
    const larger = new Uint32Array(pairs.length * 2);
    larger.set(pairs);
    pairs = larger;
    slots = new Int32Array(pairs.length).fill(-1);
    for (let number = 0; number < size; number++) {
      let slot = spread(pairs[number * 2] as number, pairs[number * 2 + 1] as number);
      for (slot &= slots.length - 1; (slots[slot] as number) >= 0; ) slot = next(slot, slots);
      slots[slot] = number;
    }
  };
  const add = (a: number, b: number, slot: number): number => {
    const number = size++;
    slots[slot] = number;
    pairs[number * 2] = a;
    pairs[number * 2 + 1] = b;
    if (size * 2 === pairs.length) grow();
    return number;
  };
  return {
    size: () => size,
    number: (a, b) => {
      for (let slot = spread(a, b) & (slots.length - 1); ; slot = next(slot, slots)) {
        const number = slots[slot] as number;
        if (number < 0) return add(a, b, slot);
        if (pairs[number * 2] === a && pairs[number * 2 + 1] === b) return number;
      }
    },
    a: number => pairs[number * 2] as number,
    b: number => pairs[number * 2 + 1] as number,
  };
}

const next = (slot: number, slots: Int32Array): number => (slot + 1) & (slots.length - 1);

/** Neighbours in `b` (buckets, seconds) land apart, as Fibonacci hashing has it. */
function spread(a: number, b: number): number {
  const mixed = Math.imul(a, 0x85ebca6b) ^ Math.imul(b, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
