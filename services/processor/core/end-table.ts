/** A trace id and the id of a span, in words. */
export const wordsOfKey = 6;

/** One side of a call: the span of the caller, or the span of the callee. */
export type CallEnd = {
  readonly service: string;
  /** What the caller's span names, as `targetText` writes it; empty for a callee. */
  readonly target: string;
  readonly endSeconds: number;
  readonly receivedAtMs: number;
  /** Of its duration. */
  readonly bucket: number;
  readonly failed: boolean;
};

/** Callers, callees that wait for theirs, and marks that everything of a key was looked up. */
export const endRoles = { caller: 0, waiting: 1, complete: 2 } as const;
export type EndRole = (typeof endRoles)[keyof typeof endRoles];

/** Where a key stands in memory: `wordsOfKey` words from `at`, with their hash. */
export type KeyPlace = { readonly words: Uint32Array; readonly at: number; readonly hash: number };

/** `start`: any number that senders cannot know, so that they cannot choose ids that collide. */
export function keyAt(words: Uint32Array, at: number, start: number): KeyPlace {
  let hash = start;
  for (let word = at; word < at + wordsOfKey; word++) {
    hash = Math.imul(hash ^ (words[word] as number), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return { words, at, hash };
}

const first = 64;
const failedFlag = 1;
const joinedFlag = 2;
/** Of a name beside its characters, of which each may take two bytes. */
const nameBytes = 100;

/**
 * Ends by key and role, in typed arrays, as there are some for most spans: an open-addressing table of keys, each with a list of
 * its ends, the newest first. About sixty bytes an end.
 *  rows  that are expected
 */
export class EndTable {
  earliestMs = Number.POSITIVE_INFINITY;
  latestMs = 0;
  rows = 0;
  #keyCount = 0;
  #slots: Int32Array;
  #keys: ReturnType<typeof keyArrays>;
  #ends: ReturnType<typeof endArrays>;
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();
  #namesBytes = 0;

  constructor(rows: number) {
    let room = first;
    while (room < rows) room *= 2;
    this.#slots = new Int32Array(room * 2).fill(-1);
    this.#keys = keyArrays(room);
    this.#ends = endArrays(room);
  }

  /** What is left to be known of the keys when the table is not there any more. */
  get keys() {
    return { count: this.#keyCount, hashes: this.#keys.hash, latestMs: this.latestMs };
  }

  get bytes(): number {
    const arrays = [...Object.values(this.#keys), ...Object.values(this.#ends), this.#slots];
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, this.#namesBytes);
  }

  /** The newest end of a key in a role; -1: none. */
  newest(key: KeyPlace, role: EndRole): number {
    const number = this.#slots[this.#slotOf(key, role)] as number;
    return number < 0 ? -1 : (this.#keys.newest[number] as number);
  }

  /** The one before it; -1: none. */
  before(end: number): number {
    return this.#ends.before[end] as number;
  }

  end(end: number): CallEnd {
    const { service, target, endSeconds, receivedAtMs, bucket, flags } = this.#ends;
    return {
      service: this.#names[service[end] as number] as string,
      target: this.#names[target[end] as number] as string,
      endSeconds: endSeconds[end] as number,
      receivedAtMs: receivedAtMs[end] as number,
      bucket: bucket[end] as number,
      failed: ((flags[end] as number) & failedFlag) !== 0,
    };
  }

  /** Whether it ended and was received at most so long before or after another end. */
  isNear(end: number, { endSeconds, receivedAtMs }: CallEnd, withinMs: number): boolean {
    const apartMs = Math.abs((this.#ends.receivedAtMs[end] as number) - receivedAtMs);
    const seconds = Math.abs((this.#ends.endSeconds[end] as number) - endSeconds);
    return apartMs <= withinMs && seconds * 1000 <= withinMs;
  }

  isJoined(end: number): boolean {
    return ((this.#ends.flags[end] as number) & joinedFlag) !== 0;
  }

  setJoined(end: number): void {
    this.#ends.flags[end] = (this.#ends.flags[end] as number) | joinedFlag;
  }

  add(key: KeyPlace, role: EndRole, end: CallEnd): number {
    const row = this.rows++;
    if (row === this.#ends.before.length) this.#ends = larger(this.#ends, endArrays(row * 2));
    const number = this.#keyOf(key, role);
    const ends = this.#ends;
    ends.before[row] = this.#keys.newest[number] as number;
    ends.service[row] = this.#nameOf(end.service);
    ends.target[row] = this.#nameOf(end.target);
    ends.endSeconds[row] = end.endSeconds;
    ends.receivedAtMs[row] = end.receivedAtMs;
    ends.bucket[row] = end.bucket;
    ends.flags[row] = end.failed ? failedFlag : 0;
    this.#keys.newest[number] = row;
    this.earliestMs = Math.min(this.earliestMs, end.receivedAtMs);
    this.latestMs = Math.max(this.latestMs, end.receivedAtMs);
    return row;
  }

  /** Makes these ends, in this order from the newest, all that a key has in a role. */
  keep(key: KeyPlace, role: EndRole, ends: readonly number[]): void {
    const number = this.#slots[this.#slotOf(key, role)] as number;
    if (number < 0) return;
    this.#keys.newest[number] = ends[0] ?? -1;
    for (const [index, end] of ends.entries()) this.#ends.before[end] = ends[index + 1] ?? -1;
  }

  #keyOf(key: KeyPlace, role: EndRole): number {
    const slot = this.#slotOf(key, role);
    const known = this.#slots[slot] as number;
    if (known >= 0) return known;
    const number = this.#keyCount++;
    if (number === this.#keys.role.length) this.#keys = larger(this.#keys, keyArrays(number * 2));
    const { words, role: roles, hash, newest } = this.#keys;
    for (let word = 0; word < wordsOfKey; word++)
      words[number * wordsOfKey + word] = key.words[key.at + word] as number;
    roles[number] = role;
    hash[number] = key.hash;
    newest[number] = -1;
    this.#slots[slot] = number;
    if (this.#keyCount * 2 > this.#slots.length) this.#rehash();
    return number;
  }

  #slotOf({ words, at, hash }: KeyPlace, role: EndRole): number {
    const slots = this.#slots;
    const { hash: hashes, role: roles } = this.#keys;
    const mask = slots.length - 1;
    let slot = (hash + role) & mask;
    for (;;) {
      const number = slots[slot] as number;
      if (number < 0) return slot;
      const isLikely = hashes[number] === hash && roles[number] === role;
      if (isLikely && this.#isKey(number, words, at)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #isKey(number: number, words: Uint32Array, at: number): boolean {
    const { words: known } = this.#keys;
    for (let word = 0; word < wordsOfKey; word++)
      if (known[number * wordsOfKey + word] !== words[at + word]) return false;
    return true;
  }

  #rehash(): void {
    const { hash, role } = this.#keys;
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    for (let number = 0; number < this.#keyCount; number++) {
      let slot = ((hash[number] as number) + (role[number] as number)) & (slots.length - 1);
      while ((slots[slot] as number) >= 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = number;
    }
    this.#slots = slots;
  }

  #nameOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#namesBytes += nameBytes + 2 * text.length;
    const number = this.#names.push(text) - 1;
    this.#numbers.set(text, number);
    return number;
  }
}

const keyArrays = (keys: number) => ({
  words: new Uint32Array(keys * wordsOfKey),
  hash: new Int32Array(keys),
  role: new Uint8Array(keys),
  newest: new Int32Array(keys),
});

const endArrays = (ends: number) => ({
  before: new Int32Array(ends),
  service: new Uint32Array(ends),
  target: new Uint32Array(ends),
  endSeconds: new Uint32Array(ends),
  receivedAtMs: new Float64Array(ends),
  bucket: new Uint16Array(ends),
  flags: new Uint8Array(ends),
});

type Arrays = Readonly<
  Record<string, Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array>
>;

function larger<Given extends Arrays>(given: Given, room: Given): Given {
  for (const name of Object.keys(given))
    (room[name] as Uint32Array).set(given[name] as Uint32Array);
  return room;
}
