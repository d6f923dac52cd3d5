import type { KeyPlace } from './end-table.ts';

const bitsPerKey = 24;
/** Of them, those that a key sets: of other keys, one in 1,800 has all of its own set. */
const bitsOfKey = 4;
/** A filter takes the keys of so many tables, as each is asked for every key. */
const tablesPerFilter = 8;

/** A Bloom filter (Bloom 1970). */
type Filter = { readonly words: Uint32Array; keysLeft: number; latestMs: number };

/** Keys with their hashes; `latestMs`: when the last end of one was received. */
export type LeavingKeys = {
  readonly count: number;
  readonly hashes: Int32Array;
  readonly latestMs: number;
};

/**
 * Remembers in three bytes for each key that it was there: says yes to all that were added, and for each filter to one of
 * 1,800 others.
 */
export class ForgottenKeys {
  readonly #filters: Filter[] = [];

  get bytes(): number {
    return this.#filters.reduce((sum, { words }) => sum + words.byteLength, 0);
  }

  maybe({ hash }: Pick<KeyPlace, 'hash'>): boolean {
    return this.#filters.some(({ words }) => hasAll(words, hash));
  }

  add({ count, hashes, latestMs }: LeavingKeys): void {
    const filter = this.#filterFor(count);
    for (let key = 0; key < count; key++) setAll(filter.words, hashes[key] as number);
    filter.keysLeft -= count;
    filter.latestMs = Math.max(filter.latestMs, latestMs);
  }

  /** When the last end of the oldest filter was received; undefined without any. */
  get oldestMs(): number | undefined {
    return this.#filters[0]?.latestMs;
  }

  dropOldest(): void {
    this.#filters.shift();
  }

  #filterFor(keys: number): Filter {
    const last = this.#filters.at(-1);
    if (last !== undefined && last.keysLeft >= keys) return last;
    const keysMax = keys * tablesPerFilter;
    const words = new Uint32Array(Math.ceil((keysMax * bitsPerKey) / 32));
    const filter = { words, keysLeft: keysMax, latestMs: 0 };
    this.#filters.push(filter);
    return filter;
  }
}

function setAll(words: Uint32Array, hash: number): void {
  const step = stepOf(hash);
  for (let place = hash >>> 0, left = bitsOfKey; left > 0; left--, place += step) {
    const bit = place % (words.length * 32);
    words[bit >>> 5] = (words[bit >>> 5] as number) | (1 << (bit & 31));
  }
}

function hasAll(words: Uint32Array, hash: number): boolean {
  const step = stepOf(hash);
  for (let place = hash >>> 0, left = bitsOfKey; left > 0; left--, place += step) {
    const bit = place % (words.length * 32);
    if (((words[bit >>> 5] as number) & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}

/** The places of a key come of two hashes (Kirsch and Mitzenmacher 2006). */
const stepOf = (hash: number): number => Math.imul(hash, 0x9e3779b1) >>> 8;
