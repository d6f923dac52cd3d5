/** What a key may do within its kind. A field that is absent restricts nothing. */
export type KeyRestrictions = {
  /** Origins of pages that may use a `pub` or `widget` key: exact ones, or `https://*.example.com`. */
  readonly allowedOrigins?: readonly string[];
  /** A `pub` or `widget` key also passes without an origin, which apps on phones do not send. */
  readonly allowNoOrigin?: boolean;
  /** The only services that it may send and read. */
  readonly services?: readonly string[];
  readonly ratePerMinute?: number;
};
