/** Limits of outbound requests. */
export const outboundLimits = {
  /** Bytes of a response body that are read; the rest is not awaited. */
  bodyBytesMax: 65_536,
  headersBytesMax: 16_384,
} as const;
