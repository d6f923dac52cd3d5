import type { Principal } from '../../platform/http/handler.ts';
import { keyId } from '../../schemas/ids.ts';
import type { GrantTokenRow } from '../oauth/grant-tokens.ts';
import type { GrantRow } from '../oauth/grants.ts';
import type { SessionRow } from '../sessions/sessions.ts';
import { type ApiKeyRow, endOf, statusOf } from './api-key-row.ts';

/** What an API key may do; undefined for one that is revoked or has ended. */
export function principalOfKey(row: ApiKeyRow, atMs: number): Principal | undefined {
  if (statusOf(row, atMs) !== 'active') return undefined;
  const { keyId: id, organizationId, kind, restrictions = {} } = row;
  const endsAtMs = endOf(row);
  return {
    keyId: id,
    organizationId,
    kind,
    serviceName: serviceOf(row),
    ...(endsAtMs !== undefined && { endsAtMs }),
    ...restrictions,
  };
}

/** A key that may use some services only is not of another one. */
function serviceOf({ serviceName, restrictions }: ApiKeyRow): string {
  const { services = [] } = restrictions ?? {};
  const [first = serviceName] = services;
  return services.includes(serviceName) ? serviceName : first;
}

/** The same for the key of a session, whose id is that of the session. */
export function principalOfSession(row: SessionRow, atMs: number): Principal | undefined {
  const { sessionId, organizationId, userId, serviceName, expiresAtMs: endsAtMs } = row;
  if (row.endedAtMs !== undefined || endsAtMs <= atMs) return undefined;
  const kind = 'session';
  return { keyId: keyId(sessionId), organizationId, kind, serviceName, endsAtMs, userId };
}

/**
 * The same for the access token of a grant, whose id is that of the key: its rate and its uses are counted so, and what it
 * does is not taken for what the person did.
 */
export function principalOfGrant(
  { grantId, organizationId, serviceName, scope, revokedAtMs }: GrantRow,
  { kind: tokenKind, expiresAtMs: endsAtMs }: GrantTokenRow,
  atMs: number,
): Principal | undefined {
  if (tokenKind !== 'access' || revokedAtMs !== undefined || endsAtMs <= atMs) return undefined;
  const kind = scope === 'act' ? 'session' : 'read';
  return { keyId: keyId(grantId), organizationId, kind, serviceName, endsAtMs, isGrant: true };
}
