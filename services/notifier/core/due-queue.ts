type Timed<Item> = { readonly item: Item; readonly atMs: number };

/** Things that are due at times, the first of them first: a binary heap. */
export class DueQueue<Item> {
  readonly #heap: Timed<Item>[] = [];
  readonly #isLive: (item: Item, atMs: number) => boolean;

  /** An entry that is not live any more, because its thing is over or due at another time, counts as absent. */
  constructor(isLive: (item: Item, atMs: number) => boolean = () => true) {
    this.#isLive = isLive;
  }

  get firstAtMs(): number {
    for (let first = this.#heap[0]; first !== undefined; first = this.#heap[0]) {
      if (this.#isLive(first.item, first.atMs)) return first.atMs;
      this.#removeFirst();
    }
    return Number.POSITIVE_INFINITY;
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
      this.#removeFirst();
      if (first !== undefined) yield first.item;
    }
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (last !== undefined && this.#heap.length > 0) this.#sink(last);
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
