import { limits } from '../../config.ts';

/** Remembers the last traces of a stream, since a batch may be published twice. */
export function createSeenTraceCache() {
  const ids = new Set<string>();
  return {
    /** Whether a trace is new; it no longer is afterwards. */
    isNew: (id: string): boolean => {
      if (ids.has(id)) return false;
      ids.add(id);
      const [oldest] = ids;
      if (ids.size > limits.streamToldMax && oldest !== undefined) ids.delete(oldest);
      return true;
    },
  };
}
