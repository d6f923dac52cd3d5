type Timed<Item> = { readonly item: Item; readonly atMs: number };

/** Things that are due at times, the first of them first: a binary heap. */
export class DueQueue<Item> {
  readonly #heap: Timed<Item>[] = [];

  get firstAtMs(): number {
    return this.#heap[0]?.atMs ?? Number.POSITIVE_INFINITY;
  }

  add(item: Item, atMs: number): void {
    const heap = this.#heap;
    let at = heap.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#atMs(parent) <= atMs) break;
      heap[at] = heap[parent] as Timed<Item>;
      at = parent;
    }
    heap[at] = { item, atMs };
  }

  /** Removes what is due. */
  *take(nowMs: number): Generator<Item> {
    while (this.firstAtMs <= nowMs) {
      const [first] = this.#heap;
      const last = this.#heap.pop();
      if (first === undefined || last === undefined) return;
      if (first !== last) this.#sink(last);
      yield first.item;
    }
  }

  /** Puts an entry in the place of the first. */
  #sink(entry: Timed<Item>): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const child = this.#atMs(left + 1) < this.#atMs(left) ? left + 1 : left;
      if (this.#atMs(child) >= entry.atMs) break;
      heap[at] = heap[child] as Timed<Item>;
      at = child;
    }
    heap[at] = entry;
  }

  #atMs(index: number): number {
    return this.#heap[index]?.atMs ?? Number.POSITIVE_INFINITY;
  }
}
