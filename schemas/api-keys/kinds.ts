import { type MemberRole, memberRoles } from '../members/roles.ts';

export const keyKinds = ['live', 'read', 'pub', 'widget'] as const;

/** `live` may do everything, `read` reads, `pub` is safe in a browser, `widget` shows widgets. */
export type KeyKind = (typeof keyKinds)[number];

/** A session is the key of a person who signed in; it is begun with a code, and nobody creates one as an API key. */
export type CredentialKind = KeyKind | 'session';

/** Kinds that a web page shows to everybody, so the origin of a request restricts them. */
export const isPublicKind = (kind: CredentialKind): boolean => kind === 'pub' || kind === 'widget';

/** Who asks, as far as a route cares: a key by its kind, a person by the role that it has now. */
export type Caller = KeyKind | MemberRole;

/** Which kinds of key, and people of which roles, may use a route. A route that names nobody is open to nobody. */
export const keysFor = {
  /** Reads and read-only tools. */
  reading: ['live', 'read', ...memberRoles],
  /** Everything that changes something. */
  writing: ['live', 'owner', 'member'],
  /** Keys, money and the name of the organization: a member could make itself more with them. */
  owning: ['live', 'owner'],
  /** Who belongs to the organization. */
  people: ['owner'],
  /** Telemetry, which web pages send too. */
  sending: ['live', 'pub'],
  /** What widgets show. */
  widgets: ['live', 'read', 'widget', ...memberRoles],
  /** What only a session has: its end. */
  sessions: memberRoles,
} as const satisfies Readonly<Record<string, readonly Caller[]>>;
