export const keyKinds = ['live', 'read', 'pub', 'widget'] as const;

/** `live` may do everything, `read` reads, `pub` is safe in a browser, `widget` shows widgets. */
export type KeyKind = (typeof keyKinds)[number];

/** Kinds that a web page shows to everybody, so the origin of a request restricts them. */
export const isPublicKind = (kind: KeyKind): boolean => kind === 'pub' || kind === 'widget';

/** Which kinds of key may use a route. */
export const keysFor = {
  /** Reads and read-only tools. */
  reading: ['live', 'read'],
  /** Everything that changes something. */
  writing: ['live'],
  /** Telemetry, which web pages send too. */
  sending: ['live', 'pub'],
  /** What widgets show. */
  widgets: ['live', 'read', 'widget'],
} as const satisfies Readonly<Record<string, readonly KeyKind[]>>;
