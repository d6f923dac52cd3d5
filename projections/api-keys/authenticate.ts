import { Unavailable } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/handler.ts';
import { hashApiKey } from '../../schemas/api-keys/format.ts';
import { minuteMs } from '../../schemas/durations.ts';
import type { Projections } from '../engine/run.ts';
import { type MemberRow, memberKey, members } from '../members/members.ts';
import { type GrantTokenRow, grantTokens } from '../oauth/grant-tokens.ts';
import { type GrantRow, grantKey, grants } from '../oauth/grants.ts';
import { erasures } from '../organizations/erasures.ts';
import { type SessionRow, sessions } from '../sessions/sessions.ts';
import type { ApiKeyRow } from './api-key-row.ts';
import { apiKeys } from './api-keys.ts';
import { principalOfGrant, principalOfKey, principalOfSession } from './principal.ts';

/** For how long telemetry is taken on the word of keys that may have been revoked meanwhile. */
const trustedMsMax = 5 * minuteMs;
/** For one look at an unknown key. */
const lookMsMaxDefault = 5_000;

export type AuthenticateOptions = {
  /** False: answer from what is known already. */
  readonly refreshOnMiss: boolean;
  /** The answer tells domain state, so it never rests on a key that was revoked before; telemetry does not wait. */
  readonly domain?: boolean;
};

/**
 * Whose key it is; undefined for one that is unknown, expired or revoked. Throws `Unavailable` when that
 * cannot be told.
 *  clock  Unix ms, for the ends of keys
 */
export function openAuthenticate({
  projections,
  clock = Date.now,
  now = () => performance.now(),
  lookMsMax = lookMsMaxDefault,
}: {
  projections: Pick<Projections, 'get' | 'barrier' | 'lastHeardAtMs'>;
  clock?: () => number;
  now?: () => number;
  lookMsMax?: number;
}): (key: string, options: AuthenticateOptions) => Promise<Principal | undefined> {
  return async (key, { refreshOnMiss, domain = false }) => {
    const hash = hashApiKey(key);
    const silentMs = now() - projections.lastHeardAtMs();
    const known = find(hash, projections);
    if (known === undefined ? refreshOnMiss : domain) {
      await lookAgain(projections, lookMsMax);
      return principalOf(find(hash, projections), clock());
    }
    if (silentMs > trustedMsMax) {
      throw new Unavailable('the event store has been silent for too long to trust API keys');
    }
    return principalOf(known, clock());
  };
}

/** A token is as good as its grant. */
type FoundGrant = GrantRow & { readonly token: GrantTokenRow };

type Found = ApiKeyRow | ((SessionRow | FoundGrant) & { readonly member: MemberRow }) | undefined;

/** No two keys have one hash. One of an organization that is to be erased is unknown. */
function find(hash: string, { get }: Pick<Projections, 'get'>): Found {
  const row = get(apiKeys, hash) ?? get(sessions, hash) ?? findGrant(hash, { get });
  if (row === undefined || get(erasures, row.organizationId) !== undefined) return undefined;
  return 'userId' in row ? findPerson(row, { get }) : row;
}

/** What a session or a grant may do follows from what its person is now. */
function findPerson(row: SessionRow | FoundGrant, { get }: Pick<Projections, 'get'>): Found {
  const member = get(members, memberKey(row.organizationId, row.userId));
  return member && { ...row, member };
}

function findGrant(hash: string, { get }: Pick<Projections, 'get'>): FoundGrant | undefined {
  const token = get(grantTokens, hash);
  const grant = token && get(grants, grantKey(token));
  return grant && { ...grant, token };
}

function principalOf(row: Found, atMs: number): Principal | undefined {
  if (row === undefined) return undefined;
  if (!('member' in row)) return principalOfKey(row, atMs);
  const { member, ...found } = row;
  return 'token' in found
    ? principalOfGrant(found, found.token, member, atMs)
    : principalOfSession(found, member, atMs);
}

async function lookAgain({ barrier }: Pick<Projections, 'barrier'>, msMax: number): Promise<void> {
  const deadline = AbortSignal.timeout(msMax);
  try {
    await barrier(deadline);
  } catch (cause) {
    if (!deadline.aborted) throw cause;
    throw new Unavailable(`expected to know within ${msMax} ms whose key it is`, { cause });
  }
}
