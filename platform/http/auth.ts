import { createHash, timingSafeEqual } from 'node:crypto';
import { parseApiKey } from '../../schemas/api-keys/format.ts';
import { type Caller, type CredentialKind, isPublicKind } from '../../schemas/api-keys/kinds.ts';
import { isOriginAllowed } from '../../schemas/api-keys/origins.ts';
import { minuteMs } from '../../schemas/durations.ts';
import type { Route } from '../../schemas/http/route.ts';
import { type MemberRole, memberRoles } from '../../schemas/members/roles.ts';
import { addressGroup } from './address.ts';
import type { Principal } from './handler.ts';
import type { HttpLimits } from './limits.ts';
import { HttpProblem, rateLimited } from './problem.ts';

/**
 * Whose key it is; undefined for one that is unknown, expired or revoked. Called only with well-formed keys.
 *  refreshOnMiss  false: from an address that guesses too often, answer from what is known already
 *  domain   the answer to the request tells domain state
 */
export type Authenticate = (
  key: string,
  options: { readonly refreshOnMiss: boolean; readonly domain?: boolean },
) => Promise<Principal | undefined>;

export type AuthOptions = {
  readonly authenticate: Authenticate;
  /** Undefined: the operators' routes cannot be used over HTTP. */
  readonly adminToken: string | undefined;
  readonly clock: () => number;
  readonly limits: Pick<HttpLimits, 'authFailuresPerMinuteMax' | 'authFailureAddressesMax'>;
  /** Where clients read which server gives tokens in place of keys. */
  readonly resourceMetadata?: () => string;
  /** Hears of each request that a key was good for. */
  readonly used?: (principal: Principal) => void;
};

/** What a request says of its sender. */
export type Sender = {
  readonly key: string | undefined;
  readonly address: string;
  /** Of the page that sends it. */
  readonly origin?: string | undefined;
};

/** What a route demands of a key. */
export type KeyRules = {
  readonly keys: readonly Caller[] | 'none' | 'admin';
  readonly perService?: true;
  readonly grants?: true;
  readonly domain?: true;
};

export type Auth = {
  readonly principal: (sender: Sender, rules: KeyRules) => Promise<Principal>;
  /** Throws unless the text is the operators' token, which passes from every address. */
  readonly operator: (token: string | undefined, address: string) => void;
};

/** Answers who asks, or throws 401, 403 or 429. */
export function openAuth(options: AuthOptions): Auth {
  const { authenticate, adminToken, clock, limits, used = () => undefined } = options;
  const failures = openFailures(clock, limits);

  const identify = async (key: string, address: string, rules: KeyRules): Promise<Principal> => {
    const { domain = false } = rules;
    const blockedMs = failures.blockedMs(address);
    const principal = await authenticate(key, { refreshOnMiss: blockedMs === 0, domain });
    if (principal !== undefined) return principal;
    if (blockedMs > 0) throw tooMany(blockedMs);
    failures.add(address);
    throw refused('it is unknown, has expired or was revoked', rules, 'invalid_token');
  };
  const refused = (why: string, { grants }: KeyRules, error?: string): HttpProblem =>
    invalidKey(why, grants && challengeOf(options.resourceMetadata?.(), error));

  return {
    principal: async ({ key, address, origin }, rules) => {
      if (key === undefined)
        throw refused('none was sent in X-API-Key or Authorization: Bearer', rules);
      if (parseApiKey(key) === undefined)
        throw refused('it is not complete or has a typing error', rules, 'invalid_token');
      const principal = await identify(key, address, rules);
      assertMayUse(principal, rules);
      assertOrigin(principal, origin);
      used(principal);
      return principal;
    },
    operator: (token, address) => {
      // First: others behind the same address must not be able to lock operators out.
      if (token !== undefined && adminToken !== undefined && sameText(token, adminToken)) return;
      const blockedMs = failures.blockedMs(address);
      if (blockedMs > 0) throw tooMany(blockedMs);
      failures.add(address);
      throw invalidToken();
    },
  };
}

/** Counts failures by address in minutes. Full: the address that failed first is forgotten. */
function openFailures(clock: () => number, limits: AuthOptions['limits']) {
  const counts = new Map<string, { count: number; readonly endsAtMs: number }>();
  const current = (group: string) => {
    const entry = counts.get(group);
    return entry !== undefined && entry.endsAtMs > clock() ? entry : undefined;
  };
  return {
    blockedMs: (address: string): number => {
      if (counts.size === 0) return 0;
      const entry = current(addressGroup(address));
      const blocked = entry !== undefined && entry.count >= limits.authFailuresPerMinuteMax;
      return blocked ? entry.endsAtMs - clock() : 0;
    },
    add: (address: string): void => {
      const group = addressGroup(address);
      const entry = current(group) ?? { count: 0, endsAtMs: clock() + minuteMs };
      entry.count++;
      counts.delete(group);
      counts.set(group, entry);
      const [oldest] = counts.keys();
      if (counts.size > limits.authFailureAddressesMax && oldest !== undefined) {
        counts.delete(oldest);
      }
    },
  };
}

const tooMany = (blockedMs: number): HttpProblem =>
  rateLimited('too many invalid keys or tokens came from this address', blockedMs);

const invalidKey = (why: string, challenge = 'Bearer'): HttpProblem =>
  new HttpProblem({
    status: 401,
    code: 'invalid_api_key',
    message: `invalid API key: ${why}`,
    headers: { 'WWW-Authenticate': challenge },
  });

/** Leads a client to where it gets a token (RFC 9728, 5.1); `error` of one that sent something (RFC 6750, 3). */
function challengeOf(metadata: string | undefined, error: string | undefined): string {
  const said = Object.entries({ error, resource_metadata: metadata });
  const parameters = said.flatMap(([name, text]) =>
    text === undefined ? [] : [`${name}="${text}"`],
  );
  return ['Bearer', parameters.join(', ')].filter(Boolean).join(' ');
}

const invalidToken = (): HttpProblem =>
  new HttpProblem({
    status: 401,
    code: 'invalid_admin_token',
    message: 'expected Authorization: Bearer with the token of TIDEMARK_ADMIN_TOKEN',
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

function assertMayUse(principal: Principal, { keys, perService, grants }: KeyRules): void {
  const { kind, services, isGrant } = principal;
  if (isGrant && !grants)
    throw keyNotAllowed(kind, 'the token of a remote client may be used at /mcp only');
  assertIsAmong(keys, principal);
  if (services === undefined || perService) return;
  throw keyNotAllowed(kind, 'a key that is restricted to services may not be used here');
}

type Asking = Pick<Principal, 'kind' | 'role' | 'isGrant'>;

/**
 * Whether the kind of the key, or the role of the person, is one of a route's. A remote client acts for a person, but only
 * where a key of kind `live` may as well: its token can be copied, and ends.
 */
export function isAmong(keys: Route['keys'], { kind, role, isGrant }: Asking): boolean {
  if (keys === 'none' || keys === 'admin') return true;
  const caller = kind === 'session' ? role : kind;
  const isNamed = caller !== undefined && keys.includes(caller);
  return isNamed && (!isGrant || keys.includes('live'));
}

/** Throws 403 unless `isAmong`. */
export function assertIsAmong(keys: Route['keys'], asking: Asking): void {
  if (typeof keys === 'string' || isAmong(keys, asking)) return;
  throw keyNotAllowed(asking.kind, refusalOf(keys, asking));
}

function refusalOf(keys: readonly Caller[], { kind, role, isGrant }: Asking): string {
  const people = keys.filter(isRole).join(' or ');
  if (isGrant && role !== undefined && keys.includes(role))
    return `a remote client may not do this; it takes a person who signed in as ${people}`;
  if (kind === 'session')
    return `a person with the role ${role} may not do this; it takes ${people || 'an API key'}`;
  const instead = keys.includes('live')
    ? 'use one of kind live'
    : `it takes a person who signed in as ${people}`;
  return `a key of kind ${kind} may not be used here; ${instead}`;
}

const isRole = (caller: Caller): caller is MemberRole => memberRoles.some(role => role === caller);

/** For a key that is valid and may not do this. */
export const keyNotAllowed = (kind: CredentialKind, message: string): HttpProblem =>
  new HttpProblem({
    status: 403,
    code: isPublicKind(kind) ? 'public_key_not_allowed' : 'key_not_allowed',
    message,
  });

/** Browsers say truly which page sends a request, so a key that was copied from it is of no use on another. */
function assertOrigin(
  { kind, allowedOrigins = [], allowNoOrigin = false }: Principal,
  origin: string | undefined,
): void {
  if (!isPublicKind(kind)) return;
  if (origin === undefined ? allowNoOrigin : isOriginAllowed(origin, allowedOrigins)) return;
  throw new HttpProblem({
    status: 403,
    code: 'origin_not_allowed',
    message:
      origin === undefined
        ? 'the request names no origin, and this key needs one: send it from a page of an allowed origin, or create a key with allow_no_origin'
        : `the origin ${origin.slice(0, originCharactersShown)} is not among the allowed origins of this key: add it with PATCH /v1/api-keys`,
  });
}

const originCharactersShown = 200;

/** Equal length first: hashing gives both sides one length, so that nothing is told by the time it takes. */
const sameText = (left: string, right: string): boolean =>
  timingSafeEqual(sha256(left), sha256(right));

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
