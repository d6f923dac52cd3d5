/** 64 bits as two halves, each as 32 bits of either sign. Used again for every value. */
export type Uint64Parts = { low: number; high: number };

export const newHalves = (): Uint64Parts => ({ low: 0, high: 0 });

const double = new Float64Array(1);
const words = new Int32Array(double.buffer);

/** The double whose bits these are. */
export function doubleOf(low: number, high: number): number {
  words[0] = low;
  words[1] = high;
  return double[0] as number;
}

/** A list of 64-bit values without an object for each. Used again for every list. */
export class HalvesList {
  count = 0;
  #halves = new Int32Array(64);

  push(low: number, high: number): void {
    const at = this.count++ * 2;
    if (at === this.#halves.length) {
      const larger = new Int32Array(this.#halves.length * 2);
      larger.set(this.#halves);
      this.#halves = larger;
    }
    this.#halves[at] = low;
    this.#halves[at + 1] = high;
  }

  low(index: number): number {
    return this.#halves[index * 2] as number;
  }

  high(index: number): number {
    return this.#halves[index * 2 + 1] as number;
  }

  double(index: number): number {
    return doubleOf(this.low(index), this.high(index));
  }
}
