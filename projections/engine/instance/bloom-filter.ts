/** Of a filter that another follows, so that all of them together are hardly ever wrong. */
const bitsPerKey = 64;
const firstBits = 2 ** 15;
const lastBits = 2 ** 24;
const growth = 8;

/** Which keys there may be. Says yes to every key that was added, and rarely to another. */
export type BloomFilter = {
  readonly add: (key: string) => void;
  readonly maybe: (key: string) => boolean;
};

/**
 * Bloom filters, each eight times as large as the one before: from 4 KiB for a table of few keys to 2 MiB, which takes
 * all further keys: one wrong yes in two hundred with a million, one in fourteen with three. Keys cannot be taken out again.
 */
export function openKnownKeys(): BloomFilter {
  const filters = [openFilter(firstBits)];
  let [bits, room] = [firstBits, firstBits / bitsPerKey];
  return {
    add: key => {
      if (room === 0 && bits < lastBits) {
        bits *= growth;
        room = bits / bitsPerKey;
        filters.unshift(openFilter(bits));
      }
      room--;
      filters[0]?.add(key);
    },
    maybe: key => filters.some(filter => filter.maybe(key)),
  };
}

/** A Bloom filter (Bloom 1970) of three bits a key, whose places come of two hashes (Kirsch and Mitzenmacher 2006). */
function openFilter(bits: number): BloomFilter {
  const words = new Uint32Array(bits / 32);
  return {
    add: key => {
      const first = hashOf(key);
      const step = mixed(first);
      for (let place = first, left = 3; left > 0; left--, place = (place + step) >>> 0) {
        const bit = place % bits;
        words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31));
      }
    },
    maybe: key => {
      const first = hashOf(key);
      const step = mixed(first);
      for (let place = first, left = 3; left > 0; left--, place = (place + step) >>> 0) {
        const bit = place % bits;
        if (((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
      }
      return true;
    },
  };
}

/** FNV-1a over UTF-16 code units. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** The finalizer of MurmurHash3; odd, so that no place comes twice. */
function mixed(hash: number): number {
  let mix = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35);
  return ((mix ^ (mix >>> 16)) | 1) >>> 0;
}
