import type { Principal } from '../../platform/http/handler.ts';
import { keyId } from '../../schemas/ids.ts';
import type { MemberRow } from '../members/members.ts';
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

/** The same for the key of a session, whose id is that of the session. It ends with the membership of its person. */
export function principalOfSession(
  { sessionId, endedAtMs, expiresAtMs: endsAtMs, ...row }: SessionRow,
  member: MemberRow,
  atMs: number,
): Principal | undefined {
  if (endedAtMs !== undefined || endsAtMs <= atMs || !isPresent(member)) return undefined;
  const { organizationId, userId, serviceName } = row;
  const may = { kind: 'session', role: member.role } as const;
  return { keyId: keyId(sessionId), organizationId, ...may, serviceName, endsAtMs, userId };
}

const isPresent = ({ joinedAtMs, removedAtMs }: MemberRow): boolean =>
  joinedAtMs !== undefined && removedAtMs === undefined;

/**
 * The same for the access token of a grant, whose id is that of the key: its rate and its uses are counted so, and what it
 * does is not taken for what the person did. It may no more than its person may now.
 */
export function principalOfGrant(
  { grantId, organizationId, serviceName, scope, revokedAtMs }: GrantRow,
  { kind: tokenKind, expiresAtMs: endsAtMs }: GrantTokenRow,
  member: MemberRow,
  atMs: number,
): Principal | undefined {
  if (tokenKind !== 'access' || revokedAtMs !== undefined || endsAtMs <= atMs) return undefined;
  if (!isPresent(member)) return undefined;
  const { role } = member;
  const may = scope === 'act' ? ({ kind: 'session', role } as const) : ({ kind: 'read' } as const);
  return { keyId: keyId(grantId), organizationId, ...may, serviceName, endsAtMs, isGrant: true };
}
