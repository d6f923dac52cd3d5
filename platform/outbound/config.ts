/** Limits of outbound requests. */
export const outboundLimits = {
  /** Bytes of a response body that are read; the rest is not awaited. */
  bodyBytesMax: 65_536,
  headersBytesMax: 16_384,
  connectMsMax: 10_000,
  /** At once to one origin; further requests wait. */
  connectionsPerOrigin: 4,
  /** Origins whose certificates are remembered. */
  originsMax: 50_000,
  /** A connection without requests is closed then. */
  idleMsMax: 10_000,
} as const;
