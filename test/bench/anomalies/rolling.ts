/** The last values of a series, with the statistics that the baselines need. */
export class Rolling {
  readonly #size: number;
  readonly #inOrder: number[] = [];
  readonly #sorted: number[] = [];
  #sum = 0;
  #squares = 0;

  constructor(size: number) {
    this.#size = size;
  }

  get count(): number {
    return this.#inOrder.length;
  }

  push(value: number): void {
    this.#inOrder.push(value);
    this.#sorted.splice(rankOf(this.#sorted, value), 0, value);
    this.#add(value, 1);
    if (this.#inOrder.length <= this.#size) return;
    const oldest = this.#inOrder.shift() ?? 0;
    this.#sorted.splice(rankOf(this.#sorted, oldest), 1);
    this.#add(oldest, -1);
  }

  mean(): number {
    return this.#sum / this.count;
  }

  deviation(): number {
    return Math.sqrt(Math.max(0, this.#squares / this.count - this.mean() ** 2));
  }

  median(): number {
    return this.#sorted[Math.ceil(this.count / 2) - 1] ?? 0;
  }

  /** Median of the distances from the median. */
  medianDeviation(): number {
    const median = this.median();
    const half = Math.ceil(this.count / 2);
    // Distances grow to both sides of the median: half of the values lie together around it.
    let [low, high] = [0, this.count - half];
    while (low < high) {
      const from = Math.floor((low + high) / 2);
      const before = median - (this.#sorted[from] ?? 0);
      const after = (this.#sorted[from + half] ?? Number.POSITIVE_INFINITY) - median;
      if (before > after) low = from + 1;
      else high = from;
    }
    const [first = 0, last = 0] = [this.#sorted[low], this.#sorted[low + half - 1]];
    return Math.max(median - first, last - median);
  }

  #add(value: number, sign: 1 | -1): void {
    this.#sum += sign * value;
    this.#squares += sign * value ** 2;
  }
}

/** How many of the values are smaller. */
function rankOf(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
