export const keyKinds = ['live', 'read', 'pub', 'widget'] as const;

/** `live` may do everything, `read` reads, `pub` is safe in a browser, `widget` shows widgets. */
export type KeyKind = (typeof keyKinds)[number];

/** A session is the key of a person who signed in; it is begun with a code, and nobody creates one as an API key. */
export type CredentialKind = KeyKind | 'session';

/** Kinds that a web page shows to everybody, so the origin of a request restricts them. */
export const isPublicKind = (kind: CredentialKind): boolean => kind === 'pub' || kind === 'widget';

/** Which kinds of key may use a route. */
export const keysFor = {
  /** Reads and read-only tools. */
  reading: ['live', 'read', 'session'],
  /** Everything that changes something. */
  writing: ['live', 'session'],
  /** Telemetry, which web pages send too. */
  sending: ['live', 'pub'],
  /** What widgets show. */
  widgets: ['live', 'read', 'widget', 'session'],
  /** What only a session has: its end. */
  sessions: ['session'],
} as const satisfies Readonly<Record<string, readonly CredentialKind[]>>;
