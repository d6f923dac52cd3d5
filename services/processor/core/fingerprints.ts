const firstSlots = 512;
const growth = 4;
const slotsMax = 2 * 1024 * 1024;
/** Of the slots of a layer that are used before the next one is begun. */
const fullShare = 0.5;

/**
 * Spans by 64 bits of their hashes, of which it knows those that were never added: of four billion others, one or two are taken
 * for one that was. A slot holds the second hash, near the place that the first chooses; there are layers of them, each four
 * times as large as the one before up to a size, so nothing is ever moved. 8 to 20 bytes a span.
 */
export class Fingerprints {
  readonly #layers: Int32Array[] = [];
  #room = 0;

  /** That its memory takes. */
  get bytes(): number {
    return this.#layers.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** False: it was never added. */
  mayHave(first: number, second: number): boolean {
    const print = printOf(second);
    const layers = this.#layers;
    for (let index = layers.length - 1; index >= 0; index--) {
      const layer = layers[index] as Int32Array;
      if (layer[slotOf(layer, first, print)] !== 0) return true;
    }
    return false;
  }

  add(first: number, second: number): void {
    if (this.#room === 0) this.#grow();
    const print = printOf(second);
    const layer = this.#layers.at(-1) as Int32Array;
    const slot = slotOf(layer, first, print);
    if (layer[slot] === 0) this.#room--;
    layer[slot] = print;
  }

  #grow(): void {
    const last = this.#layers.at(-1)?.length ?? firstSlots / growth;
    const slots = Math.min(slotsMax, last * growth);
    this.#layers.push(new Int32Array(slots));
    this.#room = Math.floor(slots * fullShare);
  }
}

/** An empty slot holds 0. */
const printOf = (second: number): number => second | 0 || 1;

/** Where the fingerprint is, or the empty slot in which it would be. */
function slotOf(layer: Int32Array, first: number, print: number): number {
  const mask = layer.length - 1;
  let slot = first & mask;
  while (layer[slot] !== 0 && layer[slot] !== print) slot = (slot + 1) & mask;
  return slot;
}
