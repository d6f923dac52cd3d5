/** Numbers in [0, 1) that follow from a seed, so that a run can be repeated. */
export type Random = () => number;

/** Mulberry32: small, and even enough for made-up traffic. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const wholeBelow = (limit: number, random: Random): number => Math.floor(random() * limit);

/** Standard normal, by Box and Muller. */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** A UUID of version 4. */
export function uuid(random: Random): string {
  const digits = Array.from({ length: 32 }, () => wholeBelow(16, random).toString(16));
  digits[12] = '4';
  digits[16] = '89ab'.charAt(wholeBelow(4, random));
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
}
