/** A name that a text contains, and where it begins there. */
type Found = { readonly name: string; readonly at: number };

/**
 * Which of many names stand in a text, in their order there. Case does not matter; a name is no part of a longer word, and
 * what a longer name takes is no part of another.
 *  cost  O(text × different lengths of names + characters of names)
 */
export function namesIn(text: string, names: readonly string[]): string[] {
  const places = new Places(text.toLowerCase());
  const found = byLength(names).flatMap(([length, alike]) => places.take(length, alike));
  return found.sort((left, right) => left.at - right.at).map(({ name }) => name);
}

/** Names that differ in case alone, by their text in lower case. */
type Alike = Map<string, string[]>;

/** By the length of the lower-case text, the longest first: `checkout` must not be found in `checkout-worker`. */
function byLength(names: readonly string[]): [number, Alike][] {
  const groups = new Map<number, Alike>();
  for (const name of names) {
    const lower = name.toLowerCase();
    if (lower === '') continue;
    const group: Alike = groups.get(lower.length) ?? new Map();
    const alike = group.get(lower) ?? [];
    alike.push(name);
    groups.set(lower.length, group.set(lower, alike));
  }
  return [...groups].sort(([left], [right]) => right - left);
}

function nextOf(alike: Alike, lower: string): string | undefined {
  const names = alike.get(lower);
  const name = names?.shift();
  if (names?.length === 0) alike.delete(lower);
  return name;
}

const isOfWord = (character: string): boolean => /[\p{L}\p{N}_-]/u.test(character);

/** The places of a text, and which of them a name has taken. */
class Places {
  readonly #text: string;
  /** 1 where a character belongs to a word. */
  readonly #words: Uint8Array;
  readonly #taken: Uint8Array;
  readonly #hashes: TextHashes;

  constructor(text: string) {
    this.#text = text;
    this.#words = Uint8Array.from({ length: text.length }, (_, at) =>
      isOfWord(text[at] ?? ' ') ? 1 : 0,
    );
    this.#taken = new Uint8Array(text.length);
    this.#hashes = new TextHashes(text);
  }

  /** Gives the places that are left, from the first on, to names of one length. */
  take(length: number, alike: Alike): Found[] {
    const found: Found[] = [];
    const hashes = new Set([...alike.keys()].map(hashOf));
    const power = powerOf(length);
    for (let at = 0; at + length <= this.#text.length && alike.size > 0; at++) {
      if (this.#isInside(at) || this.#isInside(at + length)) continue;
      if (!hashes.has(this.#hashes.of(at, length, power)) || !this.#isFree(at, length)) continue;
      const name = nextOf(alike, this.#text.slice(at, at + length));
      if (name === undefined) continue;
      this.#taken.fill(1, at, at + length);
      found.push({ name, at });
    }
    return found;
  }

  /** Between two characters of a word: no name begins or ends there, whatever is taken. */
  #isInside(at: number): boolean {
    return this.#words[at - 1] === 1 && this.#words[at] === 1;
  }

  #isFree(at: number, length: number): boolean {
    if (this.#bounds(at - 1) || this.#bounds(at + length)) return false;
    const taken = this.#taken.indexOf(1, at);
    return taken < 0 || taken >= at + length;
  }

  /** A character of a word that no name has taken: what stands beside it is a part of that word. */
  #bounds(at: number): boolean {
    return this.#words[at] === 1 && this.#taken[at] === 0;
  }
}

/** Hashes of all parts of a text, each in one step: polynomials modulo 2^32 (Karp, Rabin 1987). */
class TextHashes {
  readonly #prefixes: Int32Array;

  constructor(text: string) {
    this.#prefixes = new Int32Array(text.length + 1);
    for (let at = 0; at < text.length; at++)
      this.#prefixes[at + 1] = extended(this.#prefixes[at] ?? 0, text.charCodeAt(at));
  }

  of(at: number, length: number, power: number): number {
    const [before = 0, after = 0] = [this.#prefixes[at], this.#prefixes[at + length]];
    return (after - Math.imul(before, power)) | 0;
  }
}

const base = 0x01000193;
const extended = (hash: number, code: number): number => (Math.imul(hash, base) + code + 1) | 0;

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = extended(hash, text.charCodeAt(at));
  return hash;
}

function powerOf(length: number): number {
  let power = 1;
  for (let count = 0; count < length; count++) power = Math.imul(power, base);
  return power;
}
