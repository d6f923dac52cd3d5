const firstOf = 2 ** 28;

/** Dense numbers, from 0, for pairs of small whole numbers, in order of first sight. */
export type Pairs = {
  readonly size: () => number;
  readonly number: (a: number, b: number) => number;
  readonly a: (number: number) => number;
  readonly b: (number: number) => number;
};

/** `a` below 2^25 and `b` below 2^28, so that both fit exactly into one double. */
export function openPairs(): Pairs {
  const numbers = new Map<number, number>();
  const keys: number[] = [];
  return {
    size: () => keys.length,
    number: (a, b) => {
      const key = a * firstOf + b;
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, keys.length);
      return keys.push(key) - 1;
    },
    a: number => Math.floor((keys[number] as number) / firstOf),
    b: number => (keys[number] as number) % firstOf,
  };
}
