/** Unwrapped keys held in memory at most; the one used longest ago goes first. */
const cachedKeysMax = 10_000;

/** A key destroyed by another process stays readable here for no longer than this. */
const cachedMsMax = 60_000;

export type KeyCache = {
  readonly get: (name: string) => Buffer | undefined;
  readonly set: (name: string, key: Buffer) => void;
  readonly delete: (name: string) => void;
};

export function openKeyCache(now: () => number): KeyCache {
  const entries = new Map<string, { readonly key: Buffer; readonly atMs: number }>();
  return {
    get: name => {
      const entry = entries.get(name);
      if (entry === undefined) return undefined;
      entries.delete(name);
      if (now() - entry.atMs > cachedMsMax) return undefined;
      entries.set(name, entry);
      return entry.key;
    },
    set: (name, key) => {
      entries.delete(name);
      entries.set(name, { key, atMs: now() });
      if (entries.size <= cachedKeysMax) return;
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    },
    delete: name => void entries.delete(name),
  };
}
