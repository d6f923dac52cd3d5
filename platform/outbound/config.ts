/** Limits of outbound requests. */
export const outboundLimits = {
  /** Bytes of a response body that are read; the rest is not awaited. */
  bodyBytesMax: 65_536,
  headersBytesMax: 16_384,
  connectMsMax: 10_000,
  /** Work that sends requests, under way at once in a process; the rest waits. */
  atOnceMax: 512,
  /** Of it, that for one organization. */
  ownAtOnceMax: 32,
  /**
   * Names that are resolved at once, each of which holds a thread until the name server has answered. libuv resolves on
   * half of its 16 threads, and the engines of this process resolve names too.
   */
  lookupsAtOnceMax: 6,
  /** Of them, those for one organization. */
  ownLookupsAtOnceMax: 2,
  /** At once of one organization to one origin; further requests wait. */
  connectionsPerOrigin: 4,
  /** A connection without requests is closed then. */
  idleMsMax: 10_000,
} as const;
